#!/bin/sh
# Alertmanager reads no variables, so its configuration is made of them when it starts. An alert is mailed when it
# begins, every four hours while it lasts, and when it is over. The alert `Watchdog` always fires and goes to
# ALERT_WATCHDOG_URL every five minutes: the receiver raises the alarm when the calls stop. Its repeat_interval is shorter
# than its group_interval: of the same length, each second flush would come a moment too early and send nothing
# (https://github.com/prometheus/alertmanager/issues/676).
set -eu
file=${ALERT_CONFIG:-/tmp/alertmanager.yml}
umask 077
# on a public site an alert that reaches nobody is worse than a container that does not start
case ${PUBLIC_URL:-} in
  https://*)
    if [ "$ALERT_SMTP" = maildev:1025 ] || [ -z "${ALERT_WATCHDOG_URL:-}" ]; then
      echo "Set ALERT_SMTP, ALERT_MAIL_TO and ALERT_WATCHDOG_URL: alerts would reach nobody." >&2
      exit 1
    fi
    ;;
esac
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
  # a second service with the same trouble is a mail of its own, and does not wait for the first one's group
  group_by: [alertname, service]
  group_wait: 10s
  group_interval: 5m
  repeat_interval: 4h
  routes:
    - matchers: [alertname="Watchdog"]
      receiver: watchdog
      group_wait: 0s
      group_interval: 5m
      repeat_interval: 4m
receivers:
  - name: operators
    email_configs: [{ to: $(quoted "$ALERT_MAIL_TO"), send_resolved: true }]
END
  # without an address the alert that always fires is shown on the page and sent to nobody
  echo "  - name: watchdog"
  if [ -n "${ALERT_WATCHDOG_URL:-}" ]; then
    echo "    webhook_configs: [{ url: $(quoted "$ALERT_WATCHDOG_URL"), send_resolved: false }]"
  fi
} >"$file"
exec "${ALERT_PROGRAM:-/bin/alertmanager}" --config.file="$file" --storage.path=/alertmanager
