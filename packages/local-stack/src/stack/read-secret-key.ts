import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

const keyBytes = 32;

/** Returns the key that encrypts stored secrets, in base64; the first start creates it. */
export async function readSecretKey(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const key = randomBytes(keyBytes).toString('base64');
  await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
