#!/bin/sh
# Alertmanager reads no variables, so its configuration is made of them when it starts. An alert is mailed when it
# begins, every four hours while it lasts, and when it is over.
set -eu
file=${ALERT_CONFIG:-/tmp/alertmanager.yml}
umask 077
# a single quote is doubled in YAML
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
{
  echo "global:"
  echo "  smtp_smarthost: $(quoted "$ALERT_SMTP")"
  echo "  smtp_from: $(quoted "$ALERT_MAIL_FROM")"
  echo "  smtp_require_tls: ${ALERT_SMTP_TLS:-true}"
  if [ -n "${ALERT_SMTP_USERNAME:-}" ]; then
    echo "  smtp_auth_username: $(quoted "$ALERT_SMTP_USERNAME")"
    echo "  smtp_auth_password: $(quoted "$ALERT_SMTP_PASSWORD")"
  fi
  cat <<END
route:
  receiver: operators
  group_by: [alertname]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 4h
receivers:
  - name: operators
    email_configs: [{ to: $(quoted "$ALERT_MAIL_TO"), send_resolved: true }]
END
} >"$file"
exec "${ALERT_PROGRAM:-/bin/alertmanager}" --config.file="$file" --storage.path=/alertmanager
