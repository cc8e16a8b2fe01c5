import { randomUUID } from 'node:crypto';
import { run } from '../run.js';

/** The API that a command line calls. */
export interface LineOptions {
  readonly url: string;
  /** Headers of the caller, e.g. of a reader. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Runs a command line, whose words are separated by spaces, without a configuration file. */
export async function runLine(line: string, { url, headers }: LineOptions) {
  const output = { out: '', err: '' };
  const code = await run(line.split(' '), {
    env: {
      KERF_CONFIG: '/nowhere/config.json',
      KERF_SERVER: url,
      KERF_TOKEN: (headers['authorization'] ?? '').replace('Bearer ', ''),
    },
    out: (text) => {
      output.out += text;
    },
    err: (text) => {
      output.err += text;
    },
    readStdin: () => Promise.resolve(''),
    fetch: (request) => fetch(request),
    sleep: () => Promise.resolve(),
    now: () => Date.now(),
    newKey: randomUUID,
    signal: new AbortController().signal,
  });
  return { code, ...output };
}
