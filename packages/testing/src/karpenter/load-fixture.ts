import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AppError } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';
import { readFixture } from './fixture.js';
import { Json } from './json.js';

/**
 * Reads a fixture from a `.json` or `.json.gz` file, with the catalogue beside it that it names.
 * @throws INPUT.INVALID with the path of what is wrong
 */
export function loadFixture(path: string): ClusterSnapshot {
  const fixture = loadJson(path);
  const catalogue = fixture.field('instanceTypesFile').stringOrNull();
  return readFixture(fixture, catalogue === null ? null : loadJson(join(dirname(path), catalogue)));
}

function loadJson(path: string): Json {
  const raw = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8');
  return new Json(parse(text, path));
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError({ code: 'INPUT.INVALID', message: `${path} is not JSON`, cause });
  }
}
