import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { AuditSigner } from '@kerf/application';
import { AppError } from '@kerf/core';

/** The keys of the audit log, as PEM. */
export interface AuditKeys {
  /** Ed25519, PKCS #8. */
  readonly privateKey: string;
  /** Public keys of earlier private keys, one after the other. */
  readonly earlierPublicKeys: string;
}

/**
 * Creates the signer of audit checkpoints.
 * @throws CONFIG.INVALID when a key is not an Ed25519 key in PEM
 */
export function createAuditSigner({ privateKey, earlierPublicKeys }: AuditKeys): AuditSigner {
  const key = readKey(() => createPrivateKey(privateKey), 'The private key of the audit log');
  const own = createPublicKey(key);
  const keys = new Map(
    [own, ...readPublicKeys(earlierPublicKeys)].map((each) => [keyIdOf(each), each]),
  );
  return {
    keyId: keyIdOf(own),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
    check(text, { keyId, signature }) {
      const known = keys.get(keyId);
      if (known === undefined) return 'UnknownKey';
      const isValid = verify(null, Buffer.from(text), known, Buffer.from(signature, 'base64'));
      return isValid ? 'Valid' : 'Invalid';
    },
  };
}

const pemBlock = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

function readPublicKeys(pem: string): readonly KeyObject[] {
  return (pem.match(pemBlock) ?? []).map((block) =>
    readKey(() => createPublicKey(block), 'An earlier public key of the audit log'),
  );
}

function readKey(read: () => KeyObject, name: string): KeyObject {
  const key = tryRead(read);
  if (key?.asymmetricKeyType === 'ed25519') return key;
  const message = `${name} is not an Ed25519 key in PEM. Create one with: openssl genpkey -algorithm ed25519`;
  throw new AppError({ code: 'CONFIG.INVALID', message });
}

function tryRead(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
