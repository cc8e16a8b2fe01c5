import { readFile } from 'node:fs/promises';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Io } from '../io.js';

/** Returns the text of files, in this order, as documents of one YAML stream; `-` is the standard input. */
export async function readInput(io: Io, files: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const file of files) texts.push(file === '-' ? await io.readStdin() : await read(file));
  return texts.join('\n---\n');
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Failure(exitCodes.usage, `${file} cannot be read: ${cause}.`);
  }
}
