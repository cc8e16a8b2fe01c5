import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** Password of the product's role. */
  password: z.string().min(16),
  /** Folder of data and programs. */
  home: z.string(),
  socketFolder: z.string(),
});

/** Data of a server that is kept between starts. It contains a secret. */
export type ServerRecord = z.infer<typeof schema>;

const pathOf = (folder: string): string => join(folder, 'server.json');

/** Returns the record; `null` before the first start, and for an unreadable file. */
export async function readRecord(folder: string): Promise<ServerRecord | null> {
  const text = await readFile(pathOf(folder), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Writes the record. The file is renamed when complete, so readers never see a part of it. */
export async function writeRecord(folder: string, record: ServerRecord): Promise<void> {
  const path = pathOf(folder);
  await writeFile(`${path}.new`, JSON.stringify(record, null, 2), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export const newPassword = (): string => randomBytes(24).toString('base64url');
