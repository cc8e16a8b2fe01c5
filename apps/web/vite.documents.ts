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
