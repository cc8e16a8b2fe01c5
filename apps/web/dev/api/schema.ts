import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

const sdlFolder = join(import.meta.dirname, '../../../api/src');

let loaded: GraphQLSchema | undefined;

/** The contract itself: every SDL file of the API, merged. */
export function loadSchema(): GraphQLSchema {
  loaded ??= readSchema();
  return loaded;
}

function readSchema(): GraphQLSchema {
  const files = readdirSync(sdlFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql') && !name.includes('node_modules'))
    .sort();
  return buildSchema(files.map((name) => readFileSync(join(sdlFolder, name), 'utf8')).join('\n'));
}
