import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, getOperationAST } from 'graphql';
import { documentId } from '../api/src/graphql/documents/document-id.ts';

const config: CodegenConfig = {
  schema: '../api/schema.graphql',
  generates: {
    // The documents of src/**/*.graphql as strings with their types: what the dashboard requests.
    'src/gql/graphql.ts': {
      documents: 'src/**/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        strictScalars: true,
        scalars: {
          DateTime: 'string',
          DurationMs: 'number',
          SafeInt: 'number',
          UsdPerHour: 'string',
          Usd: 'string',
          Quantity: 'string',
          JSON: 'unknown',
          ID: 'string',
        },
        enumsAsTypes: true,
        useTypeImports: true,
        skipTypename: true,
        documentMode: 'string',
        // The text that a build of the dashboard sends instead of the document; the name is for people who read
        // requests.
        unstable_onExecutableDocumentNode: (document: DocumentNode) => ({
          documentId: documentId(document),
          operationName: getOperationAST(document)?.name?.value,
        }),
      },
    },
  },
};

export default config;
