import { generateKeyPairSync } from 'node:crypto';
import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { AppError, isRecord } from '@kerf/core';

/**
 * Reads the private key of the audit log, and creates it in a file of mode 0600 if it does not exist.
 * @throws CONFIG.INVALID when others may read the file
 */
export async function openAuditKey(file: string): Promise<string> {
  const mode = await modeOf(file);
  if (mode === null) return createKey(file);
  if ((mode & 0o077) !== 0) {
    const message = `${file} can be read by other users (mode ${(mode & 0o777).toString(8)}). Run: chmod 600 ${file}`;
    throw new AppError({ code: 'CONFIG.INVALID', message });
  }
  return readFile(file, 'utf8');
}

async function modeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mode;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Writes beside the file and links it, so that no other process reads half of a key. */
async function createKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(pem);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
    return pem;
  } catch (error) {
    // Another process was faster: its key counts.
    if (hasCode(error, 'EEXIST')) return await readFile(file, 'utf8');
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  isRecord(error) && error['code'] === code;
