import { isObject, isString, type Json } from '../json/json.js';
import { badRequest } from './status.js';

/** The position at which a list continues: the last key and the revision. */
export interface ContinueToken {
  readonly afterKey: string;
  /** `null`: the current state, because the revision of the first page was compacted. */
  readonly revision: number | null;
}

const format = 'meta.k8s.io/v1';
const inconsistent = -1;
/** Appended to a key, it gives the next possible key. */
const next = '\u0000';

export function encodeContinueToken({ afterKey, revision }: ContinueToken): string {
  const token = { v: format, rv: revision ?? inconsistent, start: afterKey + next };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** @throws StatusError 400 if the token is invalid */
export function decodeContinueToken(text: string): ContinueToken {
  const token = parse(Buffer.from(text, 'base64url').toString());
  if (!isObject(token) || token['v'] !== format) throw invalidToken('unknown version');
  const { rv, start } = token;
  if (typeof rv !== 'number' || !isString(start)) throw invalidToken('it is incomplete');
  if (!start.endsWith(next)) throw invalidToken('it has no start');
  return { afterKey: start.slice(0, -1), revision: rv === inconsistent ? null : rv };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidToken(error instanceof Error ? error.message : 'it is no JSON');
  }
}

function invalidToken(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
