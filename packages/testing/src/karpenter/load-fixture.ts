import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
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
  const value: unknown = JSON.parse(text);
  return new Json(value);
}
