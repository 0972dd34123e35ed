#!/usr/bin/env bash
# Builds a base image from Debian packages and this machine's own Node and npm, for machines that cannot pull one:
#   deploy/container/debian-base.sh foyer-base
#   buildah bud --build-arg BASE=localhost/foyer-base -f deploy/container/Containerfile -t foyer .
# Needs root, mmdebstrap and buildah.
set -euo pipefail
name=${1:-foyer-base}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mmdebstrap --variant=minbase --include=ca-certificates,libstdc++6,libatomic1,passwd bookworm "$work/root"
mkdir -p "$work/root/usr/local/lib/node_modules"
cp "$(node -p process.execPath)" "$work/root/usr/local/bin/node"
cp -rL "$(dirname "$(dirname "$(realpath "$(command -v npm)")")")" "$work/root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/root/usr/local/bin/npx"

container=$(buildah from scratch)
buildah add --quiet "$container" "$work/root" / >/dev/null
buildah commit --quiet --rm "$container" "$name" >/dev/null
echo "Made localhost/$name."
