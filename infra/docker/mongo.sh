#!/bin/bash
# MongoDB that asks everyone for a name: mongod with a key file, and beside it once at each start what makes the replica
# set and the users. On data of a release without users they are added too.
set -euo pipefail
rm -f /tmp/users-made
# mongod refuses a key file that others may read, and a mounted one is
install -m 400 -o mongodb -g mongodb /run/secrets/mongo_keyfile /tmp/keyfile
{
  until mongosh --quiet --norc --file /access/mongo.js; do sleep 1; done
  touch /tmp/users-made
} &
exec docker-entrypoint.sh mongod --replSet rs0 --bind_ip_all --keyFile /tmp/keyfile
