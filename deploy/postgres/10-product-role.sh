#!/bin/sh
# The Postgres image runs this script when it creates its data. The product connects as the owner of
# its database, which is not a superuser.
set -eu
psql --set ON_ERROR_STOP=1 --no-psqlrc --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set "password=$KERF_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE kerf LOGIN PASSWORD :'password';
CREATE DATABASE kerf OWNER kerf;
SQL
