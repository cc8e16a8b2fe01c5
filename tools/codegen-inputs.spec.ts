import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** Tasks of turbo by name. */
const { tasks } = JSON.parse(read('turbo.json'));

const inputsOf = (task: string): readonly string[] => tasks[task].inputs;

/** Returns the files that a file names in quotes, by the beginning of their path. */
const quotedPaths = (file: string, beginning: string): readonly string[] =>
  [...read(file).matchAll(/'([^'\n]+)'/g)]
    .map(([, text = '']) => text)
    .filter((text) => text.startsWith(beginning));

describe('generated code', () => {
  it('of the API is generated again when a file changes that its generator reads', () => {
    const inputs = inputsOf('@kerf/api#codegen');
    const imported = quotedPaths('apps/api/codegen.config.ts', './src/').map((path) =>
      path.slice(2),
    );
    const globbed = quotedPaths('apps/api/codegen.config.ts', 'src/').filter(
      (path) => !path.startsWith('src/generated/'),
    );
    expect(imported.length + globbed.length).toBeGreaterThan(3);
    expect(inputs).toEqual(expect.arrayContaining([...imported, ...globbed, 'package.json']));
  });

  it('of the dashboard is generated again when a file changes that its generator reads', () => {
    const inputs = inputsOf('@kerf/web#codegen');
    const others = quotedPaths('apps/web/codegen.config.ts', '../api/');
    const code = others.filter((path) => path.endsWith('.ts'));
    expect(others.filter((path) => !code.includes(path))).toEqual(['../api/schema.graphql']);
    expect(tasks['@kerf/web#codegen'].dependsOn).toContain('@kerf/api#codegen');
    expect(tasks['@kerf/api#codegen'].outputs).toContain('schema.graphql');
    expect(inputs).toEqual(
      expect.arrayContaining([
        'src/**/*.graphql',
        ...code.map((path) => path.replace('../', '$TURBO_ROOT$/apps/')),
      ]),
    );
  });

  it('of the client is generated again when the OpenAPI document changes', () => {
    expect(read('packages/client/package.json')).toContain('../../apps/api/openapi.json');
    expect(inputsOf('@kerf/client#codegen')).toContain('$TURBO_ROOT$/apps/api/openapi.json');
  });

  it('is not committed', () => {
    const ignored = read('.gitignore').split('\n');
    for (const folder of [
      'apps/api/src/generated/',
      'apps/web/src/gql/',
      'packages/client/src/generated/',
      'packages/db/src/generated/',
    ]) {
      expect(ignored).toContain(folder);
    }
  });
});
