import { createHash } from 'node:crypto';
import { AppError } from '@kerf/core';
import type { StateImage } from './state.js';

/** A world as JSON. */
export interface WorldSnapshot {
  readonly format: 'kerf-sandbox-world';
  readonly version: 3;
  /** SHA-256 of the state's JSON text. */
  readonly digest: string;
  readonly state: StateImage;
}

const version = 3;

export function createSnapshot(image: StateImage): WorldSnapshot {
  // Copied by way of JSON, so that the snapshot shares nothing with the state.
  const text = JSON.stringify(image);
  const state: unknown = JSON.parse(text);
  const snapshot: unknown = {
    format: 'kerf-sandbox-world',
    version,
    digest: digestOf(text),
    state,
  };
  return parseSnapshot(snapshot);
}

/**
 * Parses a stored snapshot.
 * @throws AppError `CONFIG.INVALID` if it is of another version, incomplete or edited
 */
export function parseSnapshot(json: unknown): WorldSnapshot {
  if (isSnapshot(json)) return json;
  throw new AppError({
    code: 'CONFIG.INVALID',
    message:
      'The sandbox cannot read its saved world: the file is damaged or from another version of Kerf. Remove it to start with a new world.',
  });
}

/**
 * The digest proves that the state is unchanged output of {@link createSnapshot} of this version,
 * so its fields are not checked.
 */
function isSnapshot(json: unknown): json is WorldSnapshot {
  return (
    typeof json === 'object' &&
    json !== null &&
    'format' in json &&
    json.format === 'kerf-sandbox-world' &&
    'version' in json &&
    json.version === version &&
    'digest' in json &&
    'state' in json &&
    json.digest === digestOf(JSON.stringify(json.state))
  );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
