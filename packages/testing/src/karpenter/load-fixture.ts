import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AppError, isAppError } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';
import { readFixture } from './fixture.js';
import { Json } from './json.js';

/**
 * Loads a fixture from a `.json` or `.json.gz` file, with the catalog that it names.
 * @throws INPUT.INVALID with the path of the invalid value
 */
export function loadFixture(path: string): ClusterSnapshot {
  const fixture = loadJson(path);
  const catalog = fixture.field('instanceTypesFile').stringOrNull();
  return readFixture(fixture, catalog === null ? null : loadJson(join(dirname(path), catalog)));
}

function loadJson(path: string): Json {
  return new Json(attempt(path, 'is not JSON', () => JSON.parse(readText(path))));
}

function readText(path: string): string {
  const raw = attempt(path, 'cannot be read', () => readFileSync(path));
  if (!path.endsWith('.gz')) return raw.toString('utf8');
  return attempt(path, 'is not compressed with gzip', () => gunzipSync(raw)).toString('utf8');
}

/** Keeps the message nearest to the cause. */
function attempt<T>(path: string, message: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    throw new AppError({ code: 'INPUT.INVALID', message: `${path} ${message}`, cause });
  }
}
