"""Holds a listening socket as systemd does, and starts the server on it again whenever it ends.

hold-socket.py PORT COMMAND...   SIGTERM ends both; anything else is up to who signals the server.
The server's process IDs are printed, one a line.
"""

import os
import signal
import socket
import subprocess
import sys

held = socket.socket()
held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
held.bind(("127.0.0.1", int(sys.argv[1])))
held.listen(1024)

ending = False
child = None


def end(*_):
    global ending
    ending = True
    if child is not None:
        child.terminate()


def hand_over():
    os.dup2(held.fileno(), 3)
    os.set_inheritable(3, True)


signal.signal(signal.SIGTERM, end)
os.environ["LISTEN_FDS"] = "1"
command = ["sh", "-c", 'export LISTEN_PID=$$; exec "$0" "$@"', *sys.argv[2:]]
while not ending:
    child = subprocess.Popen(command, preexec_fn=hand_over, close_fds=False)
    print(child.pid, flush=True)
    child.wait()
