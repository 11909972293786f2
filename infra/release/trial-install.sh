#!/usr/bin/env bash
# Shows how long `./darsi install` takes on a machine with Docker alone: publishes the release to a registry of its own,
# installs it into an empty folder behind a test certificate authority, and prints a log with times, download and memory.
#   infra/release/trial-install.sh 1.0.0 [registry.example/darsi]     with a registry nothing is built
# Needs Docker 25 or later with Compose, curl and git, Node 20 to build, and free ports 80, 443, 1080 and 5000. Ends with 1
# when a bar is missed. KEEP=yes leaves everything running. Removes all images of this machine that no container uses.
set -euo pipefail
version=${1:?which version?}
registry=${2:-}
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/darsi-trial.XXXXXX")
site=$work/site
name=darsi.test
started=$SECONDS
step() { printf '%5d s  %s\n' $((SECONDS - started)) "$*"; }
missed=0
bar() { # what, value, most
  if [ "$2" -le "$3" ]; then step "✓ $1: $2 (at most $3)"; else step "✗ $1: $2 (at most $3)"; missed=1; fi
}

images_mb() {
  docker system df --format '{{.Type}} {{.Size}}' | awk '$1 == "Images" { size = $2; sub(/[A-Za-z]+$/, "", size); print int(size * ($2 ~ /GB/ ? 1000 : $2 ~ /MB/ ? 1 : 0)) }'
}

export COMPOSE_PROJECT_NAME=darsi-trial COMPOSE_PROFILES=media,trial COMPOSE_PROGRESS=quiet
export COMPOSE_FILE=docker-compose.yml:docker-compose.production.yml:docker-compose.tls.yml:trial.yml
end() {
  [ "${KEEP:-}" != yes ] || { step "left running in $site"; return; }
  [ ! -d "$site" ] || (cd "$site" && docker compose down --volumes --timeout 5 > /dev/null 2>&1) || true
  docker rm --force --volumes darsi-trial-registry darsi-trial-ca > /dev/null 2>&1 || true
  docker network rm darsi-trial > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap end EXIT

# a release, where none is given: the tagged commit, or this one
git clone --quiet "$source" "$work/source"
if git -C "$work/source" rev-parse --quiet --verify "v$version" > /dev/null; then
  git -C "$work/source" checkout --quiet "v$version"
else
  git -C "$work/source" -c user.name=trial -c user.email=trial@$name tag "v$version"
fi
if [ -z "$registry" ]; then
  registry=127.0.0.1:5000/darsi
  docker run --detach --name darsi-trial-registry --publish 127.0.0.1:5000:5000 registry:3 > /dev/null
  step "building and publishing the images of $version"
  mkdir -p "$work/source/.data/release/$version"
  (cd "$work/source" && npm run --silent release -- images "$version" --registry "$registry") > "$work/images.log" 2>&1 ||
    { tail -n 20 "$work/images.log"; exit 1; }
fi

# a test certificate authority, which finds the site by the name on their common network
docker network create darsi-trial > /dev/null
mkdir -p "$work/ca"
cat > "$work/ca/Caddyfile" <<'CADDY'
{
	admin off
	skip_install_trust
}
ca.trial {
	tls internal
	acme_server
}
CADDY
caddy=$(sed -n 's/^ *image: \(caddy:.*\)$/\1/p' "$work/source/docker-compose.tls.yml")
docker run --detach --name darsi-trial-ca --network darsi-trial --network-alias ca.trial \
  --volume "$work/ca/Caddyfile:/etc/caddy/Caddyfile:ro" "$caddy" > /dev/null
root=/data/caddy/pki/authorities/local/root.crt
until docker cp "darsi-trial-ca:$root" "$work/ca/root.crt" > /dev/null 2>&1; do sleep 1; done
chmod 644 "$work/ca/root.crt"

git clone --quiet --branch "v$version" "$work/source" "$site"
cat > "$site/trial.yml" <<TRIAL
services:
  caddy:
    networks: { trial: { aliases: [$name] } }
    environment: { ACME_CA: "https://ca.trial/acme/local/directory", SSL_CERT_FILE: /trial/root.crt }
    volumes: ["$work/ca:/trial:ro"]
networks:
  trial: { external: true, name: darsi-trial }
TRIAL
# no line in the crontab of this machine
mkdir "$work/bin" && printf '#!/bin/sh\nexit 0\n' > "$work/bin/crontab" && chmod +x "$work/bin/crontab"
export PATH="$work/bin:$PATH"
docker image prune --all --force > /dev/null
docker builder prune --all --force > /dev/null

# the images of others count as the base
cd "$site"
step "getting the images of others"
# what ./darsi install writes later
export DARSI_REGISTRY=$registry DARSI_TAG=$version
{ sed -n 's/^ARG NODE_IMAGE=//p' infra/docker/service.Dockerfile
  SUPPORT_EMAIL=x LIVEKIT_NODE_IP=x docker compose --profile tools config --images; } | sort -u | grep -v "^$registry/" |
  xargs -n 1 docker pull --quiet > "$work/others.log"
before=$(images_mb)
step "./darsi install"
began=$SECONDS
./darsi install --url "https://$name" --email "admin@$name" --smtp smtp://maildev:1025 --ip 127.0.0.1 \
  --operator "Trial association" --address "1 rue de l’Essai, Tunis" --tag "$version" --registry "$registry" |
  while read -r line; do step "  $line"; done
page=$(curl --silent --show-error --fail --max-time 20 --retry 30 --retry-delay 2 --retry-all-errors \
  --cacert "$work/ca/root.crt" --resolve "$name:443:127.0.0.1" "https://$name/privacy")
bar "seconds from the command to a page over https" $((SECONDS - began)) 900
if grep -q "Trial association" <<< "$page"; then step "✓ the page names the operator"; else step "✗ the page does not name the operator"; missed=1; fi
if ./darsi status > "$work/status.log"; then step "✓ ./darsi status"; else cat "$work/status.log"; missed=1; fi
# it also asks for DNS records, which a trial name has not
./darsi mail test "you@$name" > "$work/mail.log" 2>&1 || true
if curl --silent --max-time 10 http://127.0.0.1:1080/email | grep -q "no-reply@$name"; then step "✓ a mail of the operator's domain arrived"
else step "✗ no mail arrived"; missed=1; fi

bar "MB on the disk of the release over its bases, more than its download" $(($(images_mb) - before)) 1000
memory=$(docker stats --no-stream --format '{{.Name}} {{.MemUsage}}' | awk '
  /^darsi-trial-(registry|ca|maildev)/ { next }
  { size = $2; sub(/[A-Za-z]+$/, "", size); sum += size * ($2 ~ /GiB/ ? 1024 : $2 ~ /KiB/ ? 1 / 1024 : 1) }
  END { print int(sum) }')
bar "MB of memory that all parts use" "$memory" 4096
if [ $missed = 0 ]; then step "all bars are kept"; else step "a bar was missed"; fi
exit $missed
