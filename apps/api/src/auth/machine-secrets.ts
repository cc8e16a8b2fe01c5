import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '@kerf/application';

/** Source: OWASP Password Storage Cheat Sheet, scrypt with 32 MiB. */
const cost = { logN: 15, r: 8, p: 3 } as const;
const saltBytes = 16;
const hashBytes = 32;

/** Random secrets and key derivation of this machine. */
export const machineSecrets: Secrets = {
  create: (prefix) => `${prefix}_${randomBytes(32).toString('base64url')}`,
  digest: (secret) => createHash('sha256').update(secret).digest('hex'),
  async hashPassword(password) {
    const salt = randomBytes(saltBytes);
    const hash = await derive(password, salt, cost);
    const { logN, r, p } = cost;
    return `scrypt$${logN}$${r}$${p}$${salt.toString('base64')}$${hash.toString('base64')}`;
  },
  async checkPassword(password, stored) {
    const known = parseHash(stored);
    const hash = await derive(password, known?.salt ?? randomBytes(saltBytes), known ?? cost);
    return known !== null && timingSafeEqual(hash, known.hash);
  },
};

interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

const pattern = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** Returns `null` for text that is not a hash in our format; no password matches it. */
function parseHash(
  stored: string,
): (Cost & { readonly salt: Buffer; readonly hash: Buffer }) | null {
  const [, logN, r, p, salt = '', text = ''] = pattern.exec(stored) ?? [];
  const hash = Buffer.from(text, 'base64');
  if (hash.length !== hashBytes) return null;
  return {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash,
  };
}

function derive(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  // scrypt needs a little more than 128 * N * r bytes, and Node refuses to use more than `maxmem`.
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // The same text has several forms in Unicode, and keyboards differ in which they produce.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}
