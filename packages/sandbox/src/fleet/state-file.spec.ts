import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { kinds } from '../kubernetes/resources/kind.js';
import { startSmallFleet } from '../testing/small-fleet.js';
import { readState, type SandboxState, writeState } from './state-file.js';

const folder = await mkdtemp(join(tmpdir(), 'kerf-state-'));
const path = join(folder, 'state.json');
afterAll(() => rm(folder, { recursive: true }));

const { fleet, cluster, place, close } = await startSmallFleet();
afterAll(close);

function currentState(): SandboxState {
  const clusters = fleet.clusters.map(
    ({ plan, cluster: one }) => [plan.name, { place, state: one.snapshot() }] as const,
  );
  return { world: fleet.world.snapshot(), clusters: Object.fromEntries(clusters) };
}

describe('the file of the sandbox state', () => {
  it('gives back what was written, one line an object, readable by its owner only', async () => {
    const state = currentState();
    await writeState(folder, state);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const objects = Object.values(state.clusters).flatMap((saved) =>
      Object.values(saved.state.store.collections).flat(),
    );
    expect(objects.length).toBeGreaterThan(0);
    expect(lines).toHaveLength(1 + objects.length);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const read = await readState(folder);
    expect(read?.world).toEqual(state.world);
    for (const [name, { state: saved }] of Object.entries(state.clusters)) {
      const { store, ...identity } = saved;
      const { store: readStore, ...readIdentity } = read?.clusters[name]?.state ?? saved;
      expect(read?.clusters[name]?.place).toEqual(place);
      expect(readIdentity).toEqual(identity);
      // Collections without objects have no lines.
      const filled = Object.entries(store.collections).filter(([, { length }]) => length > 0);
      expect(readStore).toEqual({ ...store, collections: Object.fromEntries(filled) });
    }
  });

  it('is written while the simulation goes on, as of the moment at which it began', async () => {
    await vi.waitFor(() => expect(cluster.api.list(kinds.pod)).not.toEqual([]), {
      timeout: 30_000,
    });
    const before = cluster.api.list(kinds.pod).length;
    const state = currentState();
    const writing = writeState(folder, state);
    const [pod] = cluster.api.list(kinds.pod);
    if (pod !== undefined)
      cluster.api.parts.store
        .collection('pods')
        .remove(`${pod.metadata.namespace}/${pod.metadata.name}`);
    await writing;
    const [read] = Object.values((await readState(folder))?.clusters ?? {});
    expect(read?.state.store.collections['pods']).toHaveLength(before);
  });

  it('of the version before is read', async () => {
    const state = currentState();
    await writeFile(path, JSON.stringify({ format: 2, ...state }));
    expect(await readState(folder)).toEqual(JSON.parse(JSON.stringify(state)));
  });

  it('of another version is refused with the command that deletes it', async () => {
    await writeFile(path, JSON.stringify({ format: 9, world: {}, clusters: {} }));
    await expect(readState(folder)).rejects.toMatchObject({
      code: 'CONFIG.INVALID',
      message: expect.stringContaining('npm run reset'),
    });
  });
});
