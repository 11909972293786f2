# Starts LiveKit with a configuration made of the environment; with `_FILE` the secret comes from a file.
set -eu
: "${NODE_IP:?LIVEKIT_NODE_IP: please set the public address of this machine in .env}"
secret=${LIVEKIT_SECRET:-$(cat "$LIVEKIT_SECRET_FILE")}
redis=""
# several nodes find each other there: a Redis of their own, because LiveKit's keys have no common prefix
if [ -n "${LIVEKIT_REDIS:-}" ]; then redis="redis: { address: $LIVEKIT_REDIS }"; fi
# a name in the world has a certificate at the TLS proxy in front, which passes 443 on to 5349
tls=""
case $TURN_DOMAIN in *.*) tls="tls_port: 5349
  external_tls: true" ;; esac
umask 077
cat > /tmp/livekit.yaml <<CONFIG
port: 7880
# metrics
prometheus: { port: 6789 }
$redis
rtc:
  tcp_port: 7881
  udp_port: 7882
  node_ip: $NODE_IP
  use_external_ip: false
  stun_servers: []
# with a server of its own LiveKit names no public one to the browsers
turn:
  enabled: true
  domain: $TURN_DOMAIN
  udp_port: 3478
  $tls
keys:
  ${LIVEKIT_KEY:-darsi}: ${secret%%,*}
room:
  auto_create: false
  max_participants: 12
  enabled_codecs: [{ mime: audio/opus }, { mime: audio/red }, { mime: video/vp8 }]
webhook:
  api_key: ${LIVEKIT_KEY:-darsi}
  urls: ["${LIVEKIT_WEBHOOK:-http://classroom:8080/media/webhook}"]
logging:
  level: info
  pion_level: error
CONFIG
exec /livekit-server --config /tmp/livekit.yaml
