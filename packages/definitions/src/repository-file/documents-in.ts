import { type Document, parseAllDocuments } from 'yaml';

/**
 * Returns the documents of a text that `parseDocuments` could read, with their positions and comments. It has found
 * repeated keys already; the library compares all pairs of keys, for seconds if a text is hostile.
 */
export const documentsIn = (text: string): readonly Document.Parsed[] => [
  ...parseAllDocuments(text, { uniqueKeys: false }),
];
