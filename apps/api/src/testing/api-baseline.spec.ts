import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphqlBaseline, openApiBaseline } from './api-baseline.js';
import { openApiBreaks } from './openapi-breaks.js';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the baseline of REST', () => {
  const text = read('openapi.json');
  const baseline = openApiBaseline(JSON.parse(text));

  it.each([
    ['an operation is gone', '"/api/v1/clusters": {', '"/api/v1/fleets": {'],
    ['an operation has another ID', '"listClusters"', '"getClusters"'],
    ['a parameter is gone', '"name": "team"', '"name": "group"'],
    ['a member is gone', '"clusterName": {', '"cluster_name": {'],
    ['a member called description is gone', '"description": {', '"about": {'],
    ['a value is gone', '"AWAITING_APPROVAL"', '"WAITING"'],
    ['a type is another', '"type": "integer"', '"type": "boolean"'],
    ['a member may be missing', '"required": [', '"optional": ['],
    ['a status is gone', '"201": {', '"299": {'],
  ])('reveals the same breaks as the whole document when %s', (_change, known, current) => {
    const changed: unknown = JSON.parse(text.replaceAll(known, current));
    const breaks = openApiBreaks(JSON.parse(text), changed);
    expect(breaks.length).toBeGreaterThan(0);
    expect(openApiBreaks(JSON.parse(baseline), changed)).toEqual(breaks);
  });

  it('has a line for each path and each schema', () => {
    const { paths, components } = JSON.parse(text);
    const named = Object.keys({ ...paths, ...components.schemas });
    const lines = baseline.split('\n');
    expect(named.filter((name) => !lines.some((line) => line.startsWith(`"${name}":`)))).toEqual(
      [],
    );
    expect(lines.length).toBeLessThan(named.length + 10);
  });
});

describe('the baseline of GraphQL', () => {
  it('reveals the same breaks as the whole schema', () => {
    const text = read('schema.graphql');
    const changed = buildSchema(
      text.replaceAll('clusterName:', 'cluster_name:').replaceAll('AWAITING_APPROVAL', 'WAITING'),
    );
    const breaks = findBreakingChanges(buildSchema(text), changed);
    expect(breaks.length).toBeGreaterThan(5);
    expect(findBreakingChanges(buildSchema(graphqlBaseline(text)), changed)).toEqual(breaks);
  });

  it('has no descriptions', () => {
    expect(graphqlBaseline('"A thing." type Thing { "Its name." name: String }')).toBe(
      'type Thing {\n  name: String\n}\n',
    );
  });
});
