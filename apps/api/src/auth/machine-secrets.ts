import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomInt,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { type Secrets, userCodeLength, userCodeLetters } from '@kerf/application';

/** Source: OWASP Password Storage Cheat Sheet, scrypt with 32 MiB. */
const cost = { logN: 15, r: 8, p: 3 } as const;
/** Source: NIST SP 800-38D, 12-byte IVs and 16-byte tags. */
const ivBytes = 12;
const tagBytes = 16;
const saltBytes = 16;
const hashBytes = 32;

/** Random secrets and key derivation of this machine. */
export const machineSecrets: Secrets = {
  create: (prefix) => `${prefix}_${randomBytes(32).toString('base64url')}`,
  createUserCode() {
    const letter = (): string => userCodeLetters.charAt(randomInt(userCodeLetters.length));
    const letters = Array.from({ length: userCodeLength }, letter).join('');
    return `${letters.slice(0, 4)}-${letters.slice(4)}`;
  },
  digest: (secret) => createHash('sha256').update(secret).digest('hex'),
  seal(secret, text) {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), iv);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64');
  },
  open(secret, sealed) {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < ivBytes + tagBytes) return null;
    const iv = bytes.subarray(0, ivBytes);
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), iv);
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      const encrypted = bytes.subarray(ivBytes + tagBytes);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    } catch {
      // Another secret, or a changed text.
      return null;
    }
  },
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

/** The digest in the database is another hash of the secret, so it does not give the key. */
const sealingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'kerf sealed text', 32));

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
