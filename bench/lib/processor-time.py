"""Runs a program to its end and prints the processor time it took, in seconds:
python3 processor-time.py [--may-fail] PROGRAM ARGUMENT…

--may-fail: whatever it complains of."""

import resource
import subprocess
import sys

command = sys.argv[1:]
may_fail = command[0] == "--may-fail"
if may_fail:
    command = command[1:]
errors = subprocess.DEVNULL if may_fail else None
subprocess.run(command, check=not may_fail, stdout=subprocess.DEVNULL, stderr=errors)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime)
