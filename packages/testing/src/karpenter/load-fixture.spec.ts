import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadFixture } from './load-fixture.js';

const fixture = {
  instanceTypesFile: 'catalog.json.gz',
  nodePools: [{ metadata: { name: 'default' }, spec: {} }],
};
const catalog = { instanceTypes: [{ name: 't2' }] };

describe('a fixture in a file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kerf-fixture-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is loaded with its catalog, compressed or not', () => {
    writeFileSync(join(folder, 'fixture.json'), JSON.stringify(fixture));
    writeFileSync(join(folder, 'catalog.json.gz'), gzipSync(JSON.stringify(catalog)));
    const snapshot = loadFixture(join(folder, 'fixture.json'));
    expect(snapshot.instanceTypesByNodePool['default']?.map(({ name }) => name)).toEqual(['t2']);
  });

  it('is refused if it is not JSON', () => {
    const path = join(folder, 'fixture.json');
    writeFileSync(path, '{ "pods": [');
    const message = `${path} is not JSON`;
    expect(() => loadFixture(path)).toThrow(
      expect.objectContaining({ code: 'INPUT.INVALID', message }),
    );
  });
});
