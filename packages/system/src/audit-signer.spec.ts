import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditSigner, openAuditKey } from './index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerf-audit-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const newKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};

describe('openAuditKey', () => {
  it('creates a key that only its owner can read, once', async () => {
    const file = join(folder, 'audit.pem');
    const [one, other] = await Promise.all([
      openAuditKey(file),
      openAuditKey(join(folder, 'b.pem')),
    ]);
    expect(await openAuditKey(file)).toBe(one);
    expect(other).not.toBe(one);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('refuses a key that others can read, and says how to fix it', async () => {
    const file = join(folder, 'audit.pem');
    await openAuditKey(file);
    chmodSync(file, 0o640);
    await expect(openAuditKey(file)).rejects.toThrow(/mode 640.*chmod 600/);
  });
});

describe('the audit signer', () => {
  it('accepts signatures of its own key and of earlier keys, and no changed text', () => {
    const [earlier, current] = [newKey(), newKey()];
    const before = createAuditSigner({ privateKey: earlier.privateKey, earlierPublicKeys: '' });
    const after = createAuditSigner({
      privateKey: current.privateKey,
      earlierPublicKeys: `${earlier.publicKey}\n`,
    });
    const signed = { keyId: before.keyId, signature: before.sign('text') };
    expect(after.check('text', signed)).toBe('Valid');
    expect(after.check('other text', signed)).toBe('Invalid');
    expect(before.check('text', { keyId: after.keyId, signature: after.sign('text') })).toBe(
      'UnknownKey',
    );
  });

  it('refuses keys of another kind', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const key of [pem, 'no key']) {
      const create = () => createAuditSigner({ privateKey: key, earlierPublicKeys: '' });
      expect(create).toThrow(/not an Ed25519 key/);
    }
  });
});
