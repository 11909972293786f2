#!/bin/sh
# Prometheus reads no variables: the links of the alerts and the site that is called from outside are written when it
# starts. A trial without https has no certificate, and its address leads nowhere from a container.
set -eu
folder=${PROMETHEUS_FOLDER:-/prometheus}
rules=${PROMETHEUS_RULES:-/etc/prometheus/alerts.yml}
sed "s|docs/emergencies.md|$RUNBOOKS|" "$rules" > "$folder/alerts.yml"
case $PUBLIC_URL in
  https://*) echo "[{\"targets\": [\"$PUBLIC_URL\"]}]" > "$folder/site.json" ;;
  *) echo '[]' > "$folder/site.json" ;;
esac
exec "${PROMETHEUS_PROGRAM:-/bin/prometheus}" --config.file=/etc/prometheus/prometheus.yml --storage.tsdb.path="$folder" \
  --storage.tsdb.retention.time=30d --storage.tsdb.retention.size=2GB --web.external-url=http://localhost:9090/
