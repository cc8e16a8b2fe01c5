import { describe, expect, it } from 'vitest';
import { readEnv } from './env.js';
import { openAuditSigner } from './open-audit-signer.js';

const database = { DATABASE_URL: 'postgresql://kerf@127.0.0.1/kerf' };

describe('the key of the audit log', () => {
  it.each([
    ['KERF_AUDIT_KEY_FILE', {}],
    ['KERF_AUDIT_EARLIER_KEYS_FILE', { KERF_AUDIT_KEY: 'unused' }],
  ])('names %s if the file cannot be used', async (name, others) => {
    const env = readEnv({ ...database, ...others, [name]: '/absent/audit.pem' });
    await expect(openAuditSigner(env)).rejects.toMatchObject({
      code: 'CONFIG.INVALID',
      message: expect.stringContaining(`${name}: /absent/audit.pem cannot be used: ENOENT`),
    });
  });
});
