import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Database, openDatabase } from './client.js';
import { migrate, readMigrations } from './migrations/migrate.js';

/**
 * Creates an empty, migrated database for specs, on the server of `url`. It is a copy of a template that is migrated
 * once for the server, because a copy takes a fraction of the time of all migrations.
 */
export async function openFreshDatabase(
  url: string,
  migrations: string,
): Promise<Database & { readonly url: string }> {
  const name = `spec_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const template = await createTemplateOnce(client, url, migrations);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  return open(url, name);
}

/** Any constant works; processes that need the template at the same time take the same lock. */
const advisoryLock = 4_115_221_908;

/** Returns the name of a migrated database to which nobody connects. Its name depends on what the migrations contain. */
async function createTemplateOnce(
  client: Client,
  url: string,
  migrations: string,
): Promise<string> {
  const template = `spec_template_${await digestOf(migrations)}`;
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) await createTemplate(client, url, { template, migrations });
  await client.query('SELECT pg_advisory_unlock($1)', [advisoryLock]);
  return template;
}

/** The template gets its name when it is complete. */
async function createTemplate(
  client: Client,
  url: string,
  { template, migrations }: { readonly template: string; readonly migrations: string },
): Promise<void> {
  const name = `spec_${randomBytes(6).toString('hex')}`;
  await client.query(`CREATE DATABASE ${name}`);
  const database = open(url, name);
  try {
    await migrate(database.pool, migrations);
  } finally {
    await database.close();
  }
  await client.query(`ALTER DATABASE ${name} RENAME TO ${template}`);
}

async function digestOf(migrations: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, checksum } of await readMigrations(migrations)) hash.update(name + checksum);
  return hash.digest('hex').slice(0, 12);
}

function open(url: string, name: string): Database & { readonly url: string } {
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  const database = openDatabase({
    url: fresh.href,
    maxConnections: 8,
    applicationName: 'kerf-spec',
  });
  return { ...database, url: fresh.href };
}
