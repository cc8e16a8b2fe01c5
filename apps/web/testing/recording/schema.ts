import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

const file = join(import.meta.dirname, '../../../api/schema.graphql');

let loaded: GraphQLSchema | undefined;

/** Returns the schema of the API. */
export function loadSchema(): GraphQLSchema {
  loaded ??= buildSchema(readFileSync(file, 'utf8'));
  return loaded;
}
