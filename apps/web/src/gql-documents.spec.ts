import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { loadSchema } from '../testing/recording/schema.js';
import * as generated from './gql/graphql.js';

const documents = Object.entries(generated).filter(([name]) => name.endsWith('Document'));

describe('the GraphQL documents of the dashboard', () => {
  const schema = loadSchema();

  it('are all generated', () => {
    expect(documents.length).toBeGreaterThan(25);
  });

  it.each(documents)('are valid for the schema of the API: %s', (_name, document) => {
    expect(validate(schema, parse(String(document)))).toEqual([]);
  });
});
