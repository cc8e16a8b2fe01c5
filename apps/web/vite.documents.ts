import { globSync, readFileSync } from 'node:fs';
import { parse, print, separateOperations } from 'graphql';
import type { Plugin } from 'vite';

/** Writes the documents of the dashboard into its build; the API reads which documents are trusted. */
export const emitDocuments: Plugin = {
  name: 'emit-documents',
  apply: 'build',
  generateBundle() {
    const text = globSync('src/**/*.graphql')
      .sort()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const documents = Object.values(separateOperations(parse(text))).map(print);
    this.emitFile({
      type: 'asset',
      fileName: 'graphql-documents.json',
      source: JSON.stringify(documents),
    });
  },
};

/** A document in the generated code: its text, and what follows it. */
const generatedDocument = /new TypedDocumentString\(`([^`]*)`(, \{"documentId")/g;

/**
 * Leaves out the text of documents, which a build requests by their ID; subscriptions are sent as text.
 */
export const withoutDocumentTexts: Plugin = {
  name: 'without-document-texts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/src/gql/graphql.ts') ? withoutTexts(code) : null),
};

/** Returns generated code without the text of its queries and mutations. */
export function withoutTexts(code: string): string {
  return code.replaceAll(generatedDocument, (whole: string, text: string, rest: string) =>
    /^\s*subscription\b/.test(text) ? whole : `new TypedDocumentString(''${rest}`,
  );
}
