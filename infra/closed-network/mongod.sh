#!/bin/bash
# SecantusDB in place of mongod. It takes no settings of a replica set, so mongod's own options are left out; acknowledged writes
# survive a kill, as with mongod's journal.
exec "$(readlink -f /opt/server)" --host 0.0.0.0 --port 27017 --storage-path /data/db --sync-on-commit --log-file-max 64MB \
  --cache-size 512M --log-level ERROR
