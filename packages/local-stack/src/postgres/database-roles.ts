import { type Client, escapeIdentifier, escapeLiteral } from 'pg';

/** The superuser, used for setup only. Earlier versions connected as it. */
export const adminRole = 'kerf';
/** The product's role, which owns its database and nothing else. */
export const productRole = 'kerf_app';
export const databaseName = 'kerf';

export interface RoleOptions {
  readonly password: string;
  /** True for specs, which create databases. */
  readonly createsDatabases: boolean;
}

/**
 * Creates or updates the product's role and its database. It also migrates a server of an earlier
 * version, in which the superuser owned everything.
 * @param connect opens a connection of the administrator to a database
 */
export async function secureDatabase(
  admin: Client,
  connect: (database: string) => Promise<Client>,
  options: RoleOptions,
): Promise<void> {
  const role = escapeIdentifier(productRole);
  if (!(await exists(admin, 'SELECT FROM pg_roles WHERE rolname = $1', productRole))) {
    await admin.query(`CREATE ROLE ${role}`);
  }
  await admin.query(
    `ALTER ROLE ${role} WITH LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS
     ${options.createsDatabases ? 'CREATEDB' : 'NOCREATEDB'}
     PASSWORD ${escapeLiteral(options.password)}`,
  );
  // Earlier versions set a password of the administrator, which needs none now.
  await admin.query(`ALTER ROLE ${escapeIdentifier(adminRole)} PASSWORD NULL`);
  const database = escapeIdentifier(databaseName);
  if (!(await exists(admin, 'SELECT FROM pg_database WHERE datname = $1', databaseName))) {
    await admin.query(`CREATE DATABASE ${database} OWNER ${role}`);
    return;
  }
  await admin.query(`ALTER DATABASE ${database} OWNER TO ${role}`);
  const inside = await connect(databaseName);
  try {
    await inside.query(transferOwnership);
  } finally {
    await inside.end();
  }
}

async function exists(client: Client, query: string, name: string): Promise<boolean> {
  return (await client.query(query, [name])).rowCount === 1;
}

/**
 * Transfers the administrator's objects in the database to the product's role. REASSIGN OWNED
 * cannot do it, because the administrator also owns the system's objects.
 */
const transferOwnership = `DO $do$
DECLARE
  admin regrole := '${adminRole}';
  change text;
BEGIN
  FOR change IN
    WITH mine AS (
      SELECT oid, nspname FROM pg_namespace
      WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), parts AS (
      -- Sequences of columns and indexes follow their table; members of extensions their extension.
      SELECT objid FROM pg_depend WHERE deptype IN ('a', 'i', 'e') AND classid <> 'pg_namespace'::regclass
    )
    SELECT format('SCHEMA %I', nspname) FROM pg_namespace JOIN mine USING (oid, nspname) WHERE nspowner = admin
    UNION ALL
    SELECT format('TABLE %s', c.oid::regclass) FROM pg_class c JOIN mine ON mine.oid = relnamespace
    WHERE relowner = admin AND relkind IN ('r', 'p', 'v', 'm', 'S') AND c.oid NOT IN (SELECT objid FROM parts)
    UNION ALL
    SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t JOIN mine ON mine.oid = typnamespace
    WHERE typowner = admin AND typtype IN ('e', 'd')
    UNION ALL
    SELECT format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN mine ON mine.oid = pronamespace
    WHERE proowner = admin AND p.oid NOT IN (SELECT objid FROM parts)
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${productRole}', change);
  END LOOP;
END
$do$`;
