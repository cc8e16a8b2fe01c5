import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

const folder = join(import.meta.dirname, '../../../api/src');

let loaded: GraphQLSchema | undefined;

/** Returns the schema of the API: all its `.graphql` files. */
export function loadSchema(): GraphQLSchema {
  loaded ??= readSchema();
  return loaded;
}

function readSchema(): GraphQLSchema {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  return buildSchema(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
}
