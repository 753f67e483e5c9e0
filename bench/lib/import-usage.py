"""Runs a program to its end and prints the processor time it took, in seconds, and its peak memory in MiB:
python3 import-usage.py PROGRAM ARGUMENT…"""

import resource
import subprocess
import sys

subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
