// Writes prisma/migrations/<number>_<name>/migration.sql with the difference between the schema of
// the last migration (stored with the migrations) and prisma/schema. Works offline, with the WASM
// build of Prisma's engine. The engine requires a database server although it compares two texts,
// so it gets an empty embedded one.
//
//   npm run migration -- add-budgets
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@kerf/local-stack';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';

const name = process.argv[2];
if (!/^[a-z][a-z0-9-]*$/.test(name ?? '')) {
  console.error('usage: npm run migration -- <kebab-case-name>');
  process.exit(2);
}
const root = new URL('../', import.meta.url);
const at = (path) => new URL(path, root);
const snapshot = at('prisma/migrations/schema.snapshot.prisma');
const schema = globSync('prisma/schema/*.prisma', { cwd: root })
  .sort()
  .map((file) => readFileSync(at(file), 'utf8'))
  .join('\n');

const datamodel = (content) => ({
  tag: 'schemaDatamodel',
  files: [{ path: 'schema.prisma', content }],
});
const serverFolder = mkdtempSync(join(tmpdir(), 'kerf-migration-'));
const postgres = await startEmbeddedPostgres({ folder: serverFolder, durable: false });
const adapter = bindMigrationAwareSqlAdapterFactory(
  new PrismaPg({ connectionString: postgres.url }),
);
const engine = await SchemaEngine.new(
  { datamodels: [['schema.prisma', schema]] },
  () => undefined,
  adapter,
);
const { stdout } = await engine.diff({
  from: existsSync(snapshot) ? datamodel(readFileSync(snapshot, 'utf8')) : { tag: 'empty' },
  to: datamodel(schema),
  script: true,
  exitCode: null,
  shadowDatabaseUrl: null,
  filters: { externalTables: [], externalEnums: [] },
});
await postgres.stop();
await removeEmbeddedPostgres(serverFolder);
if (!stdout || stdout.trim() === '' || stdout.includes('This is an empty migration')) {
  console.error('no difference between prisma/schema and the last migration');
  process.exit(1);
}
// Continues from the last number, because numbers may have gaps.
const numbers = readdirSync(at('prisma/migrations'))
  .filter((entry) => /^\d{4}_/.test(entry))
  .map((entry) => Number(entry.slice(0, 4)));
const folder = `prisma/migrations/${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}_${name}`;
mkdirSync(at(folder), { recursive: true });
writeFileSync(at(`${folder}/migration.sql`), stdout);
writeFileSync(snapshot, schema);
console.log(`${folder}/migration.sql (review it, and add what Prisma cannot express)`);
process.exit(0);
