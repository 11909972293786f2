#!/bin/bash
# As the real image does: KAFKA_NODE_ID=1 becomes node.id=1; storage is formatted once; then the broker runs.
set -euo pipefail
properties=/tmp/server.properties
env | grep '^KAFKA_' | grep -vE '^KAFKA_(HEAP_OPTS|OPTS|CLUSTER_ID)=' | while IFS='=' read -r name value; do
  name=${name#KAFKA_}
  name=${name,,}
  echo "${name//_/.}=$value"
done > "$properties"
java=(java "-Xmx${KAFKA_HEAP:-384m}" -XX:+UseSerialGC ${KAFKA_OPTS:-} -Dlog4j2.configurationFile=/opt/kafka/config/log4j2.properties -cp '/opt/kafka/libs/*')
data=$(sed -n 's/^log.dirs=//p' "$properties")
[ -e "$data/meta.properties" ] || "${java[@]}" kafka.tools.StorageTool format -t DarsiLocalClusterAAAAA -c "$properties"
exec "${java[@]}" kafka.Kafka "$properties"
