import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { loadSchema } from '../testing/recording/schema.js';
import * as generated from './gql/graphql.js';

const documents = Object.entries(generated).filter(([name]) => name.endsWith('Document'));

describe('the dashboard’s documents', () => {
  const schema = loadSchema();

  it('are all found', () => {
    expect(documents.length).toBeGreaterThan(25);
  });

  it.each(documents)('%s is valid for the API’s schema', (_name, document) => {
    expect(validate(schema, parse(String(document)))).toEqual([]);
  });
});
