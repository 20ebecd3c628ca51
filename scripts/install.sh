#!/bin/sh
# Installs packages into the environment $1; the other arguments are those of pip. Uses uv, which is
# several times faster, unless pip is configured to take them from elsewhere or uv fails.
set -eu
python=$1/bin/python
shift
# The pages of an editable install are made by `make web`, not by its build hook.
export HATCH_BUILD_NO_HOOKS=true PIP_DISABLE_PIP_VERSION_CHECK=1

if ! "$python" -m pip config list 2> /dev/null | grep -q '\.\(index-url\|no-index\|constraint\)=' &&
    "$python" -m pip install -qq 'uv>=0.5' 2> /dev/null &&
    "$python" -m uv pip install -q --python "$python" "$@"; then
    exit 0
fi
"$python" -m pip install -qq "$@"
