import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError, isRecord } from '@kerf/core';

export type Json = Readonly<Record<string, unknown>>;

export interface Run {
  readonly control: string;
  /** URL of the dashboard; `null` if only the sandbox runs. */
  readonly url: string | null;
}

/** Written by `npm start`, and by the sandbox itself if it runs alone. */
const runFiles = ['.kerf/run.json', '.kerf/sandbox/info.json'] as const;

/**
 * Returns the URLs of the running sandbox.
 * @throws INPUT.INVALID if none runs here
 */
export async function readRun(control: string | undefined): Promise<Run> {
  if (control !== undefined) return { control, url: null };
  const known: Record<string, unknown> = {};
  for (const file of runFiles.filter((path) => existsSync(path)).toReversed()) {
    Object.assign(known, JSON.parse(await readFile(file, 'utf8')));
  }
  const { sandboxControl, url } = known;
  if (typeof sandboxControl !== 'string') {
    throw invalid('No sandbox is running. Start one with npm start, or pass --control URL.');
  }
  return { control: sandboxControl, url: typeof url === 'string' ? url : null };
}

/**
 * Calls the control API; `body` is sent with `POST` only.
 * @throws CONFIG.INVALID if it does not respond, INPUT.INVALID with its message if it refuses
 */
export async function callControl(
  { control }: Run,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object = {},
): Promise<Json> {
  const response = await fetch(new URL(path, control), {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch((cause: unknown) => {
    const message = `The sandbox does not respond at ${control}. Check that npm start is running.`;
    throw new AppError({ code: 'CONFIG.INVALID', message, cause });
  });
  const answer: unknown = await response.json();
  const fields = isRecord(answer) ? answer : {};
  if (!response.ok) throw invalid(String(fields['message']));
  return fields;
}

/** Parses the number of an option; returns `undefined` if it is absent. */
export function toNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw invalid(`${option} must be a number, not "${text}".`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function invalid(message: string): AppError {
  return new AppError({ code: 'INPUT.INVALID', message });
}
