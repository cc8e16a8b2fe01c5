import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Database, openDatabase } from './client.js';
import { migrate } from './migrations/migrate.js';

/** Creates an empty, migrated database for specs, on the server of `url`. */
export async function openFreshDatabase(
  url: string,
  migrations: string,
): Promise<Database & { readonly url: string }> {
  const name = `spec_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const fresh = new URL(url);
  fresh.pathname = `/${name}`;
  const database = openDatabase({
    url: fresh.href,
    maxConnections: 8,
    applicationName: 'kerf-spec',
  });
  await migrate(database.pool, migrations);
  return { ...database, url: fresh.href };
}
