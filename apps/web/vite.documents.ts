import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { type DefinitionNode, type DocumentNode, parse, print, separateOperations } from 'graphql';
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

/** Returns the ID of a document: a digest that depends on neither its layout nor the order of its definitions, as the API computes it. */
export function documentId({ kind, definitions }: DocumentNode): string {
  const sorted = definitions.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
  return `sha256:${createHash('sha256')
    .update(print({ kind, definitions: sorted }))
    .digest('hex')}`;
}

const nameOf = (definition: DefinitionNode): string =>
  'name' in definition ? `${definition.kind} ${definition.name?.value ?? ''}` : definition.kind;

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
