import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The files of the section in CONTRIBUTING.md, sorted. */
const documented = [
  ...(read('CONTRIBUTING.md')
    .split('### Add a noun to the API')[1]
    ?.split('\n### ')[0]
    ?.matchAll(/^\| `([^`]+)` \|/gm) ?? []),
]
  .map(([, file = '']) => file)
  .sort();

/** Returns the names that a file exports by declaration. */
const exportsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/^export (?:class|const|function|interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  );

const isNotSearched =
  /\/(node_modules|dist|generated)\/|\.spec\.|^apps\/web\/|^apps\/api\/(baseline\/.*|schema\.graphql|openapi\.json)$/;

/** GraphQL types of the example, without the one that has the name of the record in the application. */
const graphqlTypes = [
  ...read('apps/api/src/modules/audit/audit.graphql').matchAll(/^(?:type|input) (\w+)/gm),
]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'AuditEntry');

/** All sources and settings, without specs, generated files and the dashboard. */
const sources = globSync('{packages,apps,tools,bench,e2e}/**/*.{ts,mjs,json,graphql}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
}).filter((file) => !isNotSearched.test(file));

describe('a noun of the API', () => {
  it('takes at most six files, which CONTRIBUTING.md lists for audit entries', () => {
    expect(documented).toHaveLength(6);
    const declaring = documented.filter((file) => /audit[^/]*\.ts$/.test(file));
    const names = [
      ...declaring.flatMap(exportsOf),
      ...graphqlTypes,
      'auditEntries',
      'modules/audit',
    ];
    expect(names).toEqual(
      expect.arrayContaining(['AuditQueries', 'AuditEntryView', 'AuditModule']),
    );
    const mention = new RegExp(`\\b(${names.join('|')})\\b`);
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sources.filter((file) => mention.test(read(file))).sort()).toEqual(documented);
  });

  it('is in no list of nouns', () => {
    const [, modules = ''] = read('tools/architecture.config.json').split('"apps/api/src/modules"');
    const [levels = ''] = modules.split('"generated"');
    expect(levels).toContain('"*"');
    const lists = [
      levels,
      read('apps/api/codegen.config.ts'),
      read('apps/api/src/field-resolvers.ts'),
    ];
    expect(lists.filter((list) => /audit/i.test(list))).toEqual([]);
  });
});
