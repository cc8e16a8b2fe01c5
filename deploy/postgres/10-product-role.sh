#!/bin/sh
# Run by the image of Postgres when it creates its data: the product connects as the owner of its
# database, which is no superuser.
set -eu
psql --set ON_ERROR_STOP=1 --no-psqlrc --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set "password=$KERF_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE kerf LOGIN PASSWORD :'password';
CREATE DATABASE kerf OWNER kerf;
SQL
