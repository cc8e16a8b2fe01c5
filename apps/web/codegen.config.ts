import type { CodegenConfig } from '@graphql-codegen/cli';

const shared = {
  strictScalars: true,
  scalars: {
    DateTime: 'string',
    DurationMs: 'number',
    SafeInt: 'number',
    MicroUsdPerHour: 'string',
    MicroUsd: 'string',
    Quantity: 'string',
    JSON: 'unknown',
    ID: 'string',
  },
  enumsAsTypes: true,
  useTypeImports: true,
  skipTypename: true,
};

const config: CodegenConfig = {
  schema: '../api/src/**/*.graphql',
  generates: {
    // The documents of src/**/*.graphql as strings with their types: what the dashboard asks.
    'src/gql/graphql.ts': {
      documents: 'src/**/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: { ...shared, documentMode: 'string' },
    },
    // The whole schema as types: what the development API answers with.
    'dev/generated/schema.ts': {
      plugins: ['typescript'],
      config: { ...shared, inputMaybeValue: 'T | null | undefined' },
    },
  },
};

export default config;
