import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { descriptionsIn, descriptionsOfSchema, isRiddle, riddlesIn } from './first-words.ts';
import { sourceFiles } from './source-files.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const crds = 'deploy/crds';
const inYaml = (text: string): readonly string[] => descriptionsIn(parse(text));
const isGenerated = (path: string): boolean => /\/(generated|gql)\//.test(path);

describe('a comment or a title that begins with a riddle is found', () => {
  it.each([
    '/** What a pause stops. */',
    '/**\n * Who approves it.\n */',
    'const all = 1; /** Those that count. */',
    '// Of two nodes, and of three.',
    "describe('what a pause stops', () => {",
    'const all = 1; // Which are left.',
    '// Reads all.\n// What is left is read later.',
  ])('%j', (source) => {
    expect(riddlesIn(source)).toHaveLength(1);
  });

  it.each([
    '/** The extent of a pause. */',
    '// Reads all pods, also those\n// Of a node that is gone.',
    "const address = 'https://Of.example';",
    '/** Whatever stops. */',
    "describe('whatever stops', () => {",
    '/**\n * Reads pods.\n * Those\n */',
  ])('and not in %j', (source) => {
    expect(riddlesIn(source)).toEqual([]);
  });
});

describe('a description that does not begin with the thing is found', () => {
  it('in a GraphQL schema, also of an argument', () => {
    const sdl =
      '"""\nWhat it is.\n"""\ntype Query {\n"""The node."""\nnode("""By name."""\nname: String): Int }';
    expect(descriptionsOfSchema(sdl).filter(isRiddle)).toEqual(['What it is.', 'By name.']);
  });

  it('in a document, but not in its examples', () => {
    const document = {
      paths: [{ summary: 'Who may do it', example: { description: 'For dashboards' } }],
      schema: { description: { description: 'The text' } },
    };
    expect(descriptionsIn(document)).toEqual(['Who may do it', 'The text']);
    expect(descriptionsIn(document).filter(isRiddle)).toEqual(['Who may do it']);
  });
});

describe('no text begins with a riddle', () => {
  it('among the comments and subjects of TypeScript sources', () => {
    const found = sourceFiles('apps', 'packages', 'tools', 'bench', 'conformance', 'e2e', '*.ts')
      .filter(({ path }) => !isGenerated(path) && path !== 'tools/first-words.spec.ts')
      .flatMap(({ path, text }) => riddlesIn(text).map((riddle) => `${path}:${riddle}`));
    expect(found).toEqual([]);
  });

  const inJson = (text: string): readonly string[] => descriptionsIn(JSON.parse(text));
  it.each([
    { path: 'apps/api/schema.graphql', descriptionsOf: descriptionsOfSchema },
    { path: 'apps/api/openapi.json', descriptionsOf: inJson },
    ...readdirSync(crds).map((name) => ({ path: `${crds}/${name}`, descriptionsOf: inYaml })),
  ])('among the descriptions of $path', ({ path, descriptionsOf }) => {
    const descriptions = descriptionsOf(read(path));
    expect(descriptions.length).toBeGreaterThan(5);
    expect(descriptions.filter(isRiddle)).toEqual([]);
  });
});
