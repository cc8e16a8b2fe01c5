import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '@kerf/application';
import { AppError } from '@kerf/core';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** Precedes each text, so that another algorithm can follow later. */
const version = 'v1';

/**
 * Creates a box that encrypts with AES-256-GCM.
 * @param key 32 bytes in base64; without it, sealing and opening fail with `CONFIG.INVALID`
 * @throws CONFIG.INVALID for a key of another length
 */
export function createSecretBox(key: string | undefined): SecretBox {
  const bytes = key === undefined ? null : Buffer.from(key, 'base64');
  if (bytes !== null && bytes.length !== keyBytes) {
    throw invalid('KERF_SECRET_KEY must be 32 random bytes in base64: openssl rand -base64 32');
  }
  const required = (): Buffer => {
    if (bytes !== null) return bytes;
    throw invalid(
      'Secrets cannot be stored, because KERF_SECRET_KEY is not set. Set it to the same 32 random bytes in base64 for API and worker: openssl rand -base64 32',
    );
  };
  return { seal: (secret) => seal(required(), secret), open: (sealed) => open(required(), sealed) };
}

function seal(key: Buffer, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
}

function open(key: Buffer, sealed: string): string {
  const [found, encoded = ''] = sealed.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (found !== version || bytes.length < ivBytes + tagBytes) throw unreadable();
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw unreadable();
  }
}

const unreadable = (): AppError =>
  invalid(
    'A stored secret cannot be decrypted. Set KERF_SECRET_KEY to the key that encrypted it, or set the secret again.',
  );

const invalid = (message: string): AppError => new AppError({ code: 'CONFIG.INVALID', message });
