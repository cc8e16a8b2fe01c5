import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as generated from '../../src/gql/graphql.js';
import { checkAnswer } from './check-answer.js';
import { operationName } from './operation-name.js';
import { recordedAnswersOf, recordedFolder } from './recorded-answers.js';

const documents = new Map(
  Object.entries(generated)
    .filter(([name]) => name.endsWith('Document') && name !== 'ChangesDocument')
    .map(([, document]) => [operationName(String(document)), String(document)]),
);

describe('the recording', () => {
  it('has answers to all operations of the dashboard, and no others', () => {
    const files = readdirSync(recordedFolder).filter((name) => name !== 'recording.json');
    expect(files.sort()).toEqual([...documents.keys()].map((name) => `${name}.json`).sort());
  });

  it.each([...documents])('matches the schema of the API: %s', async (name, document) => {
    for (const { variables, data } of recordedAnswersOf(name)) {
      await expect(checkAnswer({ document, variables, data })).resolves.toBeUndefined();
    }
  });
});
