import { globSync, readFileSync } from 'node:fs';
import { parse, print, separateOperations } from 'graphql';
import { expect, it } from 'vitest';
import { documentId } from './document-id.js';

const web = new URL('../../../../web/src/', import.meta.url).pathname;

it('is in the dashboard for each document that its build lists for the API', () => {
  const text = globSync('**/*.graphql', { cwd: web })
    .map((path) => readFileSync(`${web}${path}`, 'utf8'))
    .join('\n');
  const listed = Object.values(separateOperations(parse(text))).map((document) =>
    documentId(parse(print(document))),
  );
  const generated = readFileSync(`${web}gql/graphql.ts`, 'utf8');
  const sent = [...generated.matchAll(/"documentId":"([\w-]{16})"/g)].map(([, id]) => id);
  expect(sent.length).toBeGreaterThan(25);
  expect(sent.toSorted()).toEqual(listed.toSorted());
});
