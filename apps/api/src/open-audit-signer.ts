import { readFile } from 'node:fs/promises';
import type { AuditSigner } from '@kerf/application';
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
  const privateKey = key ?? (file === undefined ? '' : await openAuditKey(file));
  const earlierPublicKeys = earlier === undefined ? '' : await readFile(earlier, 'utf8');
  return createAuditSigner({ privateKey, earlierPublicKeys });
}
