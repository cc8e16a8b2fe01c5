import { describe, expect, it } from 'vitest';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { recordClocks } from './record-clocks.js';

const minute = 60_000;

async function note(cloudAheadMs: number | null, clusterAheadMs: number | null) {
  const { store, clusterId } = await setUpCluster();
  const differences = { cloudAheadMs, clusterAheadMs };
  await recordClocks(store, { clusterId, name: 'shop', at: 1_000 }, differences);
  return store.tables.findings.all().map(({ object, message }) => `${object}: ${message}`);
}

describe('recordClocks', () => {
  it('reports nothing while clocks agree or are unknown', async () => {
    expect(await note(0, 0)).toEqual([]);
    expect(await note(null, null)).toEqual([]);
    expect(await note(null, 0)).toEqual([]);
    expect(await note(45_000, -40_000 + 45_000)).toEqual([]);
  });

  it('names the clock of Kerf when AWS and the API server agree with each other', async () => {
    expect(await note(7 * minute, 7 * minute)).toEqual([
      expect.stringMatching(/^Clock\/kerf: .*worker is 7 min behind the clock of AWS/),
    ]);
    expect(await note(-7 * minute, null)).toEqual([
      expect.stringMatching(/^Clock\/kerf: .*worker is 7 min ahead of the clock of AWS/),
    ]);
  });

  it('names the clock of the API server when AWS agrees with Kerf', async () => {
    expect(await note(0, -5 * minute)).toEqual([
      expect.stringMatching(/^Clock\/kubernetes: .*of shop is 5 min behind the clock of AWS/),
    ]);
  });

  it('names both when all three differ', async () => {
    expect(await note(10 * minute, 4 * minute)).toEqual([
      expect.stringMatching(/^Clock\/kerf: .*10 min behind/),
      expect.stringMatching(/^Clock\/kubernetes: .*6 min behind/),
    ]);
  });

  it('compares with Kerf’s clock while AWS’s is unknown', async () => {
    expect(await note(null, 5 * minute)).toEqual([
      expect.stringMatching(/^Clock\/kubernetes: .*5 min ahead of the clock of Kerf’s worker/),
    ]);
  });
});
