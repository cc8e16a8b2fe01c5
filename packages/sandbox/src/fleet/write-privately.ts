import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read. It is written beside and renamed: a reader sees the old
 * text or the new one, and a file that others could read before is replaced, not kept.
 */
export async function writePrivately(path: string, text: string): Promise<void> {
  const next = `${path}.new`;
  await rm(next, { force: true });
  await writeFile(next, text, { mode: 0o600, flag: 'wx' });
  await rename(next, path);
}
