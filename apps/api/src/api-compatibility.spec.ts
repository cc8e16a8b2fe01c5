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

/** Paths of REST and root fields of GraphQL that the last release does not have. */
function additions(): readonly string[] {
  const pathsIn = (file: string): readonly string[] =>
    Object.keys(Object(Object(parse(file)).paths));
  const known = new Set(pathsIn('baseline/openapi.json'));
  const [before, after] = ['baseline/schema.graphql', 'schema.graphql'].map((path) => {
    const schema = buildSchema(read(path));
    return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
      (root) => Object.keys(root?.getFields() ?? {}),
    );
  });
  return [
    ...pathsIn('openapi.json').filter((path) => !known.has(path)),
    ...(after ?? []).filter((field) => !(before ?? []).includes(field)),
  ];
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

describe('the baseline', () => {
  it('is the API of a release that CHANGELOG.md has', () => {
    const { release } = JSON.parse(read('baseline/release.json'));
    expect(read('../../CHANGELOG.md')).toContain(`\n## ${release}\n`);
  });
});

describe('the changelog of the API', () => {
  const [, unreleased = ''] = read('../../docs/api-changelog.md').split('## Unreleased');

  it('names each path and root field that the last release does not have', () => {
    expect(additions().filter((name) => !unreleased.includes(`\`${name}\``))).toEqual([]);
  });

  it('explains each break that is accepted', () => {
    const breaks = [...accepted('rest'), ...accepted('graphql')];
    expect(breaks.length === 0 || unreleased.includes('Breaking')).toBe(true);
  });
});
