#!/bin/sh
# Counts what the logs of nginx.conf say of replicas, as metrics for the textfile collector of Prometheus' node exporter.
# /etc/cron.d/perennial-nginx, with the folder of Debian's package:
#   * * * * * root /etc/nginx/nginxErrors.sh /var/lib/prometheus/node-exporter/nginx.prom
# A rotated log begins at 0 again, which Prometheus takes for a restart.
set -eu
target=${1:?usage: nginxErrors.sh FILE.prom [FOLDER OF THE LOGS]}
logs=${2:-/var/log/nginx}

lines() { if [ -e "$logs/$1" ]; then cat "$logs/$1"; fi; }

{
  echo '# HELP nginx_unanswered_requests_total Requests that no replica answered, in the present log'
  echo '# TYPE nginx_unanswered_requests_total counter'
  echo "nginx_unanswered_requests_total $(lines perennial-unanswered.log | wc -l | tr -d ' ')"
  echo '# HELP nginx_errors_total Lines of the present error log, by kind; most are of requests that another replica answered'
  echo '# TYPE nginx_errors_total counter'
  lines perennial-error.log | awk '
    /no live upstreams/                                        { n["no_live_upstreams"]++; next }
    /while connecting to upstream/                             { n["connect"]++; next }
    /upstream timed out/                                       { n["timeout"]++; next }
    /prematurely closed|while (reading|sending).* upstream,/   { n["closed"]++; next }
    /\[(error|crit|alert|emerg)\]/                             { n["other"]++ }
    END {
      count = split("no_live_upstreams connect timeout closed other", kinds, " ")
      for (i = 1; i <= count; i++) printf "nginx_errors_total{kind=\"%s\"} %d\n", kinds[i], n[kinds[i]]
    }'
} > "$target.$$"
mv "$target.$$" "$target"
