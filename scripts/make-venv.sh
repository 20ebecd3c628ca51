#!/bin/sh
# Makes the virtual environment $1 with Python 3.11 or newer, or says in a sentence why not.
# $2, if not empty, names the Python to use.
set -eu
venv=$1
wanted=${2:-}

stop() {
    echo "error: $1" >&2
    exit 1
}

fits() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

if [ -n "$wanted" ]; then
    command -v "$wanted" >/dev/null 2>&1 || stop "there is no '$wanted' (given as PYTHON); name a Python 3.11 or newer."
    fits "$wanted" || stop "'$wanted' (given as PYTHON) is not Python 3.11 or newer."
    python=$wanted
else
    python=
    for each in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if fits "$each"; then
            python=$each
            break
        fi
    done
    if [ -z "$python" ]; then
        version=$(python3 -c 'import platform; print(platform.python_version())' 2>/dev/null) ||
            stop "python3 is not installed; install Python 3.11 or newer."
        stop "python3 is Python $version, and 3.11 or newer is needed; install one, or name it: make PYTHON=/path/to/python3.11 …"
    fi
fi

"$python" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
    stop "'$python' has no venv module; install it (on Debian and Ubuntu: apt install python3-venv)."
clear=
fits "$venv/bin/python" || clear=--clear
"$python" -m venv $clear "$venv" || stop "'$python -m venv $venv' failed; see the output above."
