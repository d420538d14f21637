"""A node as a process of its own: options come on standard input, news go to standard output, both as JSON.

It ends in order when its standard input ends, so no node outlives who started it.
"""

import sys

from kalooki.shell.process import main

if __name__ == "__main__":
    sys.exit(main())
