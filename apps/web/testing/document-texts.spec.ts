import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutTexts } from '../vite.documents.js';

const generated = readFileSync(join(import.meta.dirname, '../src/gql/graphql.ts'), 'utf8');
const built = withoutTexts(generated);

describe('a build of the generated documents', () => {
  it('has no text of queries and mutations, which it requests by their IDs', () => {
    expect(generated).toMatch(/^ +query Shell/m);
    expect(built).not.toMatch(/^ +(?:query|mutation) /m);
  });

  it('has the text of subscriptions, which are sent as they are', () => {
    expect(built).toMatch(/^ +subscription Changes/m);
  });

  it('has the IDs of all documents', () => {
    const ids = (code: string) => code.match(/"documentId":"[\w-]{16}"/g) ?? [];
    expect(ids(built).length).toBeGreaterThan(25);
    expect(ids(built)).toEqual(ids(generated));
  });
});
