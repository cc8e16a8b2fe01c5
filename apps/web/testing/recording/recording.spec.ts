import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as generated from '../../src/gql/graphql.js';
import { checkAnswer } from './check-answer.js';
import { operationName } from './operation-name.js';
import { isRecorded, recordedAnswersOf, recordedFolder } from './recording-files.js';

const documents = new Map(
  Object.entries(generated)
    .filter(([name]) => name.endsWith('Document') && name !== 'ChangesDocument')
    .map(([, document]) => [operationName(String(document)), String(document)]),
);
const recordedNames = [...documents.keys()].filter(isRecorded);

describe('the recording', () => {
  it('has answers to operations of the dashboard only', () => {
    const files = readdirSync(recordedFolder).filter((name) => name !== 'recording.json');
    expect(files.sort()).toEqual(recordedNames.map((name) => `${name}.json`).sort());
  });

  it('has answers that npm run record requests, and requests no others', () => {
    const recorder = globSync('*.ts', { cwd: join(recordedFolder, '../record') })
      .map((file) => readFileSync(join(recordedFolder, '../record', file), 'utf8'))
      .join('\n');
    const requested = [...recorder.matchAll(/\.(?:record|keep)\(\s*(\w+)Document/g)];
    expect([...new Set(requested.map(([, name = '']) => name))].sort()).toEqual(
      recordedNames.toSorted(),
    );
  });

  it('is small, because answers that need no running fleet are built', () => {
    expect(readdirSync(recordedFolder).length).toBeLessThanOrEqual(34);
  });

  it.each(recordedNames)('matches the schema of the API: %s', async (name) => {
    const document = documents.get(name) ?? '';
    for (const { variables, data } of recordedAnswersOf(name)) {
      await expect(checkAnswer({ document, variables, data })).resolves.toBeUndefined();
    }
  });
});
