#!/usr/bin/env bash
# A stand-in for a closed network: makes the images that the compose files name, where none can be pulled.
# Needs root, docker, debootstrap and the packages of `npm ci`. See README.md beside this file.
set -euo pipefail
cd "$(dirname "$0")/../.."
export DOCKER_BUILDKIT=0
here=infra/closed-network
work=$(mktemp -d "${TMPDIR:-/tmp}/darsi-images.XXXXXX")
trap 'rm -rf "$work"' EXIT
node=node_modules/node/bin/node
suite=bookworm

image() { # image NAME CONTEXT [docker build arguments…]
  local name=$1 context=$2 started=$SECONDS
  shift 2
  nice docker build -t "$name" -f "$here/$(basename "$context").Dockerfile" "$@" "$context" >"$work/log" 2>&1 || { tail -20 "$work/log" >&2; exit 1; }
  echo "$name: $(($(docker image inspect -f '{{.Size}}' "$name") / 1000000)) MB, $((SECONDS - started)) s"
}
context() { mkdir -p "$work/$1" && echo "$work/$1"; }

if ! docker image inspect darsi-stand-in/debian >/dev/null 2>&1; then
  started=$SECONDS
  nice debootstrap --variant=minbase --include=ca-certificates "$suite" "$work/root" >"$work/log" \
    || { tail -20 "$work/log" >&2; exit 1; }
  cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/ca-certificates.crt"
  rm -rf "$work"/root/var/cache/apt/* "$work"/root/var/lib/apt/lists/* "$work"/root/usr/share/{doc,man,info,locale}/*
  tar -C "$work/root" -c . | docker import - darsi-stand-in/debian >/dev/null
  rm -rf "$work/root"
  echo "darsi-stand-in/debian: $((SECONDS - started)) s"
fi

to=$(context node)
cp -L "$node" "$to/node"
mv "$to/$(npm pack --silent --pack-destination "$to" npm@11.19.1)" "$to/npm.tgz"
image node:24-bookworm-slim "$to"

to=$(context maildev)
version=$("$node" -p 'require("./node_modules/maildev/package.json").version')
image maildev/maildev:2.2.1 "$to" --build-arg MAILDEV="$version"

image redis:7-bookworm "$(context redis)"

read -r jars database < <("$node" --disable-warning=ExperimentalWarning "$here/fetch.ts")
to=$(context kafka)
cp -r "$jars" "$to/libs"
cp "$here/kafka-run.sh" infra/local/servers/kafka-log4j2.properties "$to"
image apache/kafka:4.1.0 "$to"

to=$(context mongo)
cp -r "$database" "$to/secantusdb"
cp "$here/mongod.sh" "$here/mongosh.sh" "$to"
image mongo:8 "$to" --build-arg SERVER="$("$node" -p 'process.argv[1].slice(process.argv[2].length + 1)' "$(find "$database" -name secantusd-rs -size +1M)" "$database")"
