import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { scenario } from '../commands/scenario.js';
import { serve } from '../commands/serve.js';
import { kinds } from '../kubernetes/resources/kind.js';
import { runScenario } from '../scenarios/run-scenario.js';
import { Sandbox, type SandboxOptions } from './sandbox.js';

const folder = await mkdtemp(join(tmpdir(), 'kerf-sandbox-'));
const bugs: unknown[] = [];
let sandbox: Sandbox | null = null;
afterEach(async () => {
  await sandbox?.close();
  sandbox = null;
});
afterAll(() => rm(folder, { recursive: true }));

async function open(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  sandbox = await Sandbox.open({
    folder,
    awsPort: 0,
    kubernetesPorts: [],
    controlPort: 0,
    manifests: [join(import.meta.dirname, '../../../../deploy/crds')],
    seed: 7,
    speed: 50,
    daySpeed: 0,
    onBug: (error) => bugs.push(error),
    ...options,
  });
  return sandbox;
}

/** Returns the output of the command, as `npm run sandbox` prints it. */
async function printed(...args: readonly string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await scenario(args);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('the sandbox', () => {
  it('has control planes of the given pace', async () => {
    const { fleet } = await open({ pace: 'Real' });
    expect(fleet.clusters.map(({ cluster }) => cluster.pace.current)).toEqual([
      'Real',
      'Real',
      'Real',
    ]);
  });

  it('has equal clusters on request, opens them when they are settled, and does not save them', async () => {
    const own = await mkdtemp(join(tmpdir(), 'kerf-sandbox-'));
    const { fleet } = await open({ folder: own, size: { clusters: 2, nodesPerCluster: 3 } });
    const settled = fleet.clusters.map(({ cluster }) => [
      cluster.api.list(kinds.node).length,
      cluster.api.list(kinds.pod).filter(({ spec }) => spec.nodeName === undefined).length,
    ]);
    expect(settled).toEqual([
      [3, 0],
      [3, 0],
    ]);
    await sandbox?.close();
    sandbox = null;
    expect(await readdir(own)).not.toContain('state.json');
    await rm(own, { recursive: true });
  });

  it('refuses pods beyond the memory of its process, and says so in an Event', async () => {
    const own = await mkdtemp(join(tmpdir(), 'kerf-sandbox-'));
    const { fleet } = await open({ folder: own, maxPods: 5 });
    const apis = fleet.clusters.map(({ cluster }) => cluster.api);
    await vi.waitFor(
      () => {
        const messages = apis.flatMap((api) => api.list(kinds.event)).map(({ message }) => message);
        expect(messages).toContainEqual(
          expect.stringMatching(
            /is forbidden: the simulated fleet has memory for 5 pods\..*KERF_STACK_HEAP_MB/,
          ),
        );
      },
      { timeout: 30_000 },
    );
    expect(apis.flatMap((api) => api.list(kinds.pod))).toHaveLength(5);
    expect(bugs).toEqual([]);
    await sandbox?.close();
    sandbox = null;
    await rm(own, { recursive: true });
  });

  it('refuses a pace that it does not have', async () => {
    await expect(serve(['--state', folder, '--pace', 'slow'])).rejects.toMatchObject({
      code: 'INPUT.INVALID',
      message: '--pace must be instant or real, not "slow".',
    });
  });

  it('runs the fleet and scenarios, and continues after a restart', async () => {
    const first = await open();
    const { sandboxControl, clusters } = first.info;
    expect(clusters.map(({ mode }) => mode).toSorted()).toEqual(['approve', 'auto', 'observe']);
    expect(JSON.parse(await readFile(join(folder, 'info.json'), 'utf8'))).toEqual(first.info);

    const control = ['--control', sandboxControl];
    const told = await printed('inflate', '--cluster', 'shop-prod-use1', '--size', '3', ...control);
    expect(told).toContain('Deployment inflate of shop-prod-use1 now has 3 pods.');
    expect(told).toContain('Open   /pending');
    expect(await printed('throttle', ...control)).toMatch(/Ends {3}at 20.*npm run sandbox -- calm/);
    expect(await printed('speed', '36', ...control)).toContain('runs at 36 times real time');
    expect(await printed('pause', ...control)).toContain('is paused');
    await expect(printed('storm', ...control)).rejects.toMatchObject({
      code: 'INPUT.INVALID',
      message: expect.stringContaining('Scenarios: inflate, scale-down'),
    });
    await expect(printed('speed', 'fast', ...control)).rejects.toThrow('speed must be a number');
    const [data] = first.fleet.clusters.slice(-1);
    const pools = data?.cluster.api.parts.store.collection('nodepools.karpenter.sh').list() ?? [];
    expect(pools.map(({ metadata }) => metadata.name)).toEqual(['analytics']);
    runScenario(first.fleet, 'zone-outage', { cluster: 'shop-prod-use1' });
    const nodes = first.fleet.clusters.map(({ cluster }) => cluster.api.list(kinds.node).length);
    await first.close();

    const second = await open();
    const { world } = second.fleet;
    expect(second.fleet.clusters.map(({ cluster }) => cluster.endpoint)).toEqual(
      first.fleet.clusters.map(({ cluster }) => cluster.endpoint),
    );
    // Scenarios end with the process that runs them; their effects on the fleet remain.
    expect([world.faults.list(), world.state.capacityRules]).toEqual([[], []]);
    expect([...world.state.instances.values()].some(({ isImpaired }) => isImpaired)).toBe(false);
    const { cluster } = second.fleet.clusters[0] ?? {};
    expect(cluster?.api.find(kinds.deployment, 'default', 'inflate')?.spec.replicas).toBe(3);
    expect(second.fleet.clusters.map((one) => one.cluster.api.list(kinds.node).length)).toEqual(
      nodes,
    );
    expect(bugs).toEqual([]);
  });

  it('reports that no sandbox is running', async () => {
    await expect(printed('inflate', '--control', 'http://127.0.0.1:9')).rejects.toMatchObject({
      code: 'CONFIG.INVALID',
      message: expect.stringContaining('Check that npm start is running.'),
    });
    expect(await printed('list')).toContain('spot-storm');
  });
});
