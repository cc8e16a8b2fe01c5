import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** Of the role that the product connects as. */
  password: z.string().min(16),
  /** The folder that holds data and programs. */
  home: z.string(),
  socketFolder: z.string(),
});

/** What is known of a server from one start to the next. It holds a secret. */
export type ServerRecord = z.infer<typeof schema>;

const pathOf = (folder: string): string => join(folder, 'server.json');

/** Returns `null` before the first start, and for a file that is not readable as a record. */
export async function readRecord(folder: string): Promise<ServerRecord | null> {
  const text = await readFile(pathOf(folder), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Written beside and renamed, so that a reader never sees half of it. */
export async function writeRecord(folder: string, record: ServerRecord): Promise<void> {
  const path = pathOf(folder);
  await writeFile(`${path}.new`, JSON.stringify(record, null, 2), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export const newPassword = (): string => randomBytes(24).toString('base64url');
