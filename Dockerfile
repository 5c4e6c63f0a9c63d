# Which Python: `IMAGE_OF_PYTHON=python@sha256:…` in .env pins it to a digest (docs/operate.md).
ARG IMAGE_OF_PYTHON=python:3.11-slim

# Stage 1: what runs is put together here. Every file that is downloaded is checked against its hash.
FROM ${IMAGE_OF_PYTHON} AS build
WORKDIR /src
RUN python -m venv /opt/potluck && python -m venv /opt/tools
COPY requirements.lock requirements-dev.lock ./
RUN /opt/potluck/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
# The builder of the wheel stands in the lock for developers; this venv stays behind in stage 1.
RUN /opt/tools/bin/pip install --no-cache-dir --require-hashes -r requirements-dev.lock
COPY pyproject.toml README.md CHANGELOG.md LICENSE ./
COPY bot bot
COPY games games
COPY persistence persistence
COPY potluck potluck
RUN /opt/tools/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheel . \
 && /opt/potluck/bin/pip install --no-cache-dir --no-deps /wheel/potluck-*.whl

# Stage 2: Python, Potluck, and a user who owns nothing but the data.
FROM ${IMAGE_OF_PYTHON}
RUN useradd --system --uid 10137 --home-dir /data --shell /usr/sbin/nologin potluck \
 && install --directory --owner=potluck --group=potluck --mode=700 /data
COPY --from=build /opt/potluck /opt/potluck
ENV PATH=/opt/potluck/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    POTLUCK_DATA=/data \
    POTLUCK_HEALTH_PORT=8138 \
    POTLUCK_METRICS_HOST=0.0.0.0 \
    POTLUCK_METRICS_PORT=9138 \
    POTLUCK_LOG=json
USER potluck
WORKDIR /data
VOLUME /data
EXPOSE 8137 9138
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8138/health', timeout=3)"]
ENTRYPOINT ["potluck"]
CMD ["run", "--host", "0.0.0.0"]
