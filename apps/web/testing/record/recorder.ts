import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareKeys } from '@kerf/core';
import type { TypedDocumentString } from '../../src/gql/graphql.js';
import { operationName } from '../recording/operation-name.js';
import type { RecordedAnswer } from '../recording/recording-files.js';
import type { KerfClient } from './kerf-client.js';

/** Requests of the dashboard whose answers are kept. */
export class Recorder {
  readonly #kerf: KerfClient;
  readonly #answers = new Map<string, RecordedAnswer[]>();

  constructor(kerf: KerfClient) {
    this.#kerf = kerf;
  }

  /** Sends a request, and returns its answer without keeping it. */
  read<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<TData> {
    return this.#kerf.request(document, variables);
  }

  /** Sends a request, keeps its answer and returns it. */
  async record<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
  ): Promise<TData> {
    const data = await this.read(document, variables);
    this.keep(document, variables, data);
    return data;
  }

  /** Keeps the answer to a request that was sent. */
  keep<TData, TVariables>(
    document: TypedDocumentString<TData, TVariables>,
    variables: TVariables,
    data: TData,
  ): void {
    const name = operationName(document.toString());
    const kept = this.#answers.get(name) ?? [];
    kept.push({ variables: JSON.parse(JSON.stringify(variables)), data });
    this.#answers.set(name, kept);
  }

  /** Replaces the recording in a folder: one file per operation. */
  write(folder: string, recording: object): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, answers] of this.#answers)
      writeAnswers(join(folder, `${name}.json`), answers);
    const text = JSON.stringify(recording, sortKeys, 2);
    writeFileSync(join(folder, 'recording.json'), `${text}\n`);
  }
}

/** One line per answer, so that a new recording is compared answer by answer. Secrets are left out. */
function writeAnswers(file: string, answers: readonly RecordedAnswer[]): void {
  const lines = answers.map((answer) =>
    JSON.stringify(answer, sortKeys).replaceAll(
      /kerf_(token|webhook|chat)_[\w-]+/g,
      'kerf_$1_recorded',
    ),
  );
  writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`);
}

/** The same data gives the same text, in whatever order the API writes its fields. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(compareKeys));
}
