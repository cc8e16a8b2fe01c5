import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { parse, print } from 'graphql';
import { completeMutations } from './src/graphql/mutations/complete-mutations.ts';

/** The types of all modules, with what all mutations have. */
const completed = print(
  completeMutations(
    parse(
      globSync('src/**/*.graphql', { cwd: import.meta.dirname })
        .sort()
        .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
        .join('\n'),
    ),
  ),
);

/**
 * Returns the exported types `<type>View` of the modules, by GraphQL type: what a resolver returns for
 * the type. The fields that a view lacks have field resolvers. A connection of views needs none of its own.
 */
function findViews(): Record<string, string> {
  const files = globSync([
    'src/modules/*/*.{contract,mapper}.ts',
    'src/live/change-view.ts',
  ]).sort();
  const views = Object.fromEntries(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:type|interface) (\w+)View\b/gm)].map(
        ([, type]) => [type, `${file.replace(/^src(.*)\.ts$/, '..$1.js')}#${type}View`],
      ),
    ),
  );
  const connections = Object.keys(views)
    .filter((type) => completed.includes(`type ${type}Connection `))
    .map((type) => [`${type}Connection`, `../graphql/connection.js#ConnectionView<${type}View>`]);
  return { ...Object.fromEntries(connections), ...views };
}

/** The plugin re-exports the domain's types as if they were values. */
const reexportTypes = (_path: string, content: string): string =>
  content.replaceAll(/^export \{ (\w+) \};$/gm, 'export type { $1 };');

// Members that all mutations have are added and removed around the resolvers (`run-mutations.ts`).
// The data of reasons are resolved by their table and need no types.
const moduleSchema = ['src/**/*.graphql', '!src/graphql/reasons.graphql'];

/** The words are lists of the domain, which is not built yet when this runs. */
const wordNames = [
  ...readFileSync(join(import.meta.dirname, 'src/contract/words.ts'), 'utf8').matchAll(
    /^ {2}(\w+): spelled\(/gm,
  ),
].map(([, name]) => name);

const typeConfig = {
  enumsAsTypes: true,
  enumValues: Object.fromEntries(wordNames.map((name) => [name, `./word-types.js#${name}`])),
  scalars: {
    ID: 'string',
    DateTime: '@kerf/core#Instant',
    DurationMs: '@kerf/core#DurationMs',
    SafeInt: 'number',
    UsdPerHour: '@kerf/core#MicroUsdPerHour',
    Usd: 'number',
    Quantity: 'string',
    JSON: 'unknown',
  },
  strictScalars: true,
  useTypeImports: true,
  skipTypename: true,
  immutableTypes: true,
  avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
  maybeValue: 'T | null',
  inputMaybeValue: 'T | null | undefined',
};

const config: CodegenConfig = {
  hooks: { beforeOneFileWrite: reexportTypes },
  generates: {
    // The enums of the schema have the domain's values inside.
    'src/generated/word-types.ts': {
      schema: moduleSchema,
      plugins: [
        {
          add: {
            content: [
              "import type { words } from '../contract/words.js';",
              ...wordNames.map((name) => `export type ${name} = keyof (typeof words)['${name}'];`),
            ],
          },
        },
      ],
    },
    'schema.graphql': {
      schema: completed,
      plugins: ['schema-ast'],
      config: { sort: false },
    },
    // Kept apart from the resolvers' types, which import the views: views are made of these.
    'src/generated/schema-types.ts': {
      schema: moduleSchema,
      plugins: ['typescript'],
      config: typeConfig,
    },
    // Resources of REST have the fields of the schema.
    'src/generated/resource-fields.ts': {
      schema: moduleSchema,
      plugins: ['./codegen-resources.mjs'],
      config: typeConfig,
    },
    'src/generated/resolver-types.ts': {
      schema: moduleSchema,
      plugins: [
        { add: { content: "import type * as Schema from './schema-types.js';" } },
        {
          add: { content: `import type { ${wordNames.join(', ')} } from './word-types.js';` },
        },
        'typescript-resolvers',
      ],
      config: {
        ...typeConfig,
        namespacedImportName: 'Schema',
        contextType: '../graphql/graphql-context.js#FieldContext',
        mappers: findViews(),
        resolversNonOptionalTypename: false,
      },
    },
  },
};

export default config;
