import { readFile } from 'node:fs/promises';
import type { AuditSigner } from '@kerf/application';
import { AppError, isAppError, messageOf } from '@kerf/core';
import { createAuditSigner, openAuditKey } from '@kerf/system';
import type { ApiEnv } from './env.js';

/**
 * Opens the key of the audit log; `null` if none is configured.
 * @throws CONFIG.INVALID
 */
export async function openAuditSigner(env: ApiEnv): Promise<AuditSigner | null> {
  const { KERF_AUDIT_KEY: key, KERF_AUDIT_KEY_FILE: file } = env;
  const { KERF_AUDIT_EARLIER_KEYS_FILE: earlier } = env;
  if (key === undefined && file === undefined) return null;
  const privateKey = key ?? (await explained('KERF_AUDIT_KEY_FILE', file, openAuditKey));
  const earlierPublicKeys = await explained('KERF_AUDIT_EARLIER_KEYS_FILE', earlier, (path) =>
    readFile(path, 'utf8'),
  );
  return createAuditSigner({ privateKey, earlierPublicKeys });
}

/** Returns the content of the file of a setting; empty if the setting is absent. */
async function explained(
  setting: string,
  file: string | undefined,
  open: (file: string) => Promise<string>,
): Promise<string> {
  if (file === undefined) return '';
  try {
    return await open(file);
  } catch (error) {
    if (isAppError(error)) throw error;
    const cause = messageOf(error);
    const message = `${setting}: ${file} cannot be used: ${cause}. Set it to a file that Kerf may use`;
    throw new AppError({ code: 'CONFIG.INVALID', message });
  }
}
