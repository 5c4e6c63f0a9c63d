"""A chat of one room over plain TCP, a line a message: a small adapter that keeps secrets and survives rudeness."""

from tcpchat.connection import Room
from tcpchat.glue import serving
from tcpchat.outbound import TcpChat

__all__ = ["Room", "TcpChat", "serving"]
