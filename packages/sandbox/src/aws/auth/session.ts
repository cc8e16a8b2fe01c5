import { createHmac, randomBytes } from 'node:crypto';
import { BoundedMap, getOrCreate } from '@kerf/core';
import type { Role } from '../../world/iam/identity.js';
import { letterDigits } from '../../world/random/seeded-random.js';

/** Credentials of an assumed role. */
export interface Session {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly token: string;
  readonly roleArn: string;
  readonly name: string;
  readonly expiresAt: number;
}

/**
 * Creates a session. Its token contains all data and only the sandbox can create it, so nothing is
 * stored and credentials stay valid after a restart.
 */
export function issueSession(seed: number, role: Role, name: string, expiresAt: number): Session {
  const nonce = randomBytes(9).toString('base64url');
  const payload = Buffer.from(JSON.stringify([role.id, name, expiresAt, nonce])).toString(
    'base64url',
  );
  const token = `${payload}.${sign(seed, 'token', payload)}`;
  return { ...credentialsOf(seed, payload), token, roleArn: role.id, name, expiresAt };
}

/** Every request has a token, and the keys of a session cost several hashes. */
const remembered = new BoundedMap<string, Session | null>(1_000);

/** Returns the session of a token; `null` if the sandbox did not create the token. */
export function readSession(seed: number, token: string): Session | null {
  return getOrCreate(remembered, `${seed} ${token}`, () => parseSession(seed, token));
}

function parseSession(seed: number, token: string): Session | null {
  const [payload = '', signature] = token.split('.');
  if (signature !== sign(seed, 'token', payload)) return null;
  const fields: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!Array.isArray(fields)) return null;
  const [roleArn, name, expiresAt]: unknown[] = fields;
  if (typeof roleArn !== 'string' || typeof name !== 'string' || typeof expiresAt !== 'number') {
    return null;
  }
  return { ...credentialsOf(seed, payload), token, roleArn, name, expiresAt };
}

function credentialsOf(
  seed: number,
  payload: string,
): Pick<Session, 'accessKeyId' | 'secretAccessKey'> {
  return {
    accessKeyId: `ASIA${letterDigits(16, seed, 'session', payload)}`,
    secretAccessKey: sign(seed, 'secret', payload).slice(0, 40),
  };
}

function sign(seed: number, purpose: string, payload: string): string {
  return createHmac('sha256', `kerf-sandbox-${seed}-${purpose}`)
    .update(payload)
    .digest('base64url');
}
