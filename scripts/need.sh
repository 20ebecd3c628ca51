#!/bin/sh
# Makes sure that there is a program that tests need, or says what to do.
#
#     need.sh 'the browser tests' chromium-headless-shell chromium-headless-shell chromium
#
# takes what needs it, Debian's package, and the names under which the program is looked for.
set -eu
tests=$1 package=$2
shift 2

for name in "$@"; do
    command -v "$name" > /dev/null 2>&1 && exit 0
done

if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null 2>&1; then
    echo "Installing $package for $tests"
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update > /dev/null
    apt-get -qq install -y --no-install-recommends "$package" > /dev/null
    exit 0
fi

echo "$package is not installed, and $tests need it (on Debian: apt-get install $package)." >&2
if [ "${CI:-}" = true ]; then
    exit 1
fi
echo 'They are skipped without it.' >&2
