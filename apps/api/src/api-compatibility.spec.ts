import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { openApiBreaks } from './testing/openapi-breaks.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const parse = (path: string): unknown => JSON.parse(read(path));

/** Sentences of the breaks that docs/api-changelog.md explains. */
function accepted(kind: 'rest' | 'graphql'): readonly string[] {
  const value = parse('baseline/accepted-breaks.json');
  const sentences: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, kind) : [];
  return Array.isArray(sentences) ? sentences.map(String) : [];
}

// If it fails: make the change additive, or accept the break (docs/api-changelog.md says how).

describe('clients of the last release', () => {
  it('can still use REST', () => {
    const breaks = openApiBreaks(parse('baseline/openapi.json'), parse('openapi.json'));
    expect(breaks.toSorted()).toEqual(accepted('rest').toSorted());
  });

  it('can still use GraphQL', () => {
    const [before, after] = ['baseline/schema.graphql', 'schema.graphql'].map((path) =>
      buildSchema(read(path)),
    );
    const breaks =
      before === undefined || after === undefined ? [] : findBreakingChanges(before, after);
    expect(breaks.map(({ description }) => description).toSorted()).toEqual(
      accepted('graphql').toSorted(),
    );
  });
});
