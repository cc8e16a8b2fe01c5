import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { killAtSteps } from '../../testing/kill-at-steps.js';
import { LiveCluster } from '../../testing/live-cluster.js';
import { inAllSources, readProviderIds } from '../../testing/provider-ids.js';
import { StepGate } from '../../testing/step-gate.js';

const limitMs = 600_000;
/** Longer than the helper's own limit, whose error has more details. */
const killingMs = limitMs - 10_000;
vi.setConfig({ testTimeout: limitMs, hookTimeout: 120_000 });

/**
 * A worker takes seconds to restart, so only `.ci/run` kills it at all steps. In each run,
 * `pending-pods.spec.ts` crashes the same use cases without processes, after every port call, and
 * `standalone-claims.slow.spec.ts` kills a worker.
 */
const isAtEveryStep = process.env['KERF_SIGKILL'] === 'every-step';
const skipReason = isAtEveryStep ? '' : ' (only with KERF_SIGKILL=every-step, as in .ci/run)';
const everyStepOfLaunching = [
  'scheduling_batches Open',
  'scheduling_batches Solving',
  'scheduling_batches Solved',
  'node_claims Requested',
  'node_claims Launching',
  'node_claims Launched',
  'node_claims Registered',
  'node_claims Initialized',
  'decisions Provision Executed',
];
const everyStepOfRemoving = [
  'decisions Empty Proposed',
  'decisions Empty Approved',
  'decisions Empty Executing Tainted',
  'decisions Empty Executing MarkedForDeletion',
  'node_claims Terminating',
  'node_claims Terminated',
  'decisions Empty Executed Terminated',
];

let live: LiveCluster;
let gate: StepGate;

beforeAll(async () => {
  if (!isAtEveryStep) return;
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'sigkill' });
  for (const [name, value] of Object.entries(live.fleet.awsEnvironment)) vi.stubEnv(name, value);
  await live.create('exercise/node-class.yaml');
  // Nodes are consolidatable immediately.
  await live.create('exercise/node-pool.yaml', (text) =>
    text.replace('consolidateAfter: 30s', 'consolidateAfter: 1s'),
  );
  gate = await StepGate.close(live.database.pool);
});

afterAll(async () => {
  if (!isAtEveryStep) return;
  await live.worker.kill();
  gate.open();
  await live.close();
  vi.unstubAllEnvs();
});

async function decisionStates(kind: string): Promise<readonly string[]> {
  const rows = await live.database.prisma.decision.findMany({ where: { kind } });
  return rows.map(({ state }) => state);
}

describe.runIf(isAtEveryStep)(
  `a worker that gets SIGKILL at every persisted step${skipReason}`,
  () => {
    it('launches each node once for the pending pods', async () => {
      await live.create('exercise/inflate.yaml');
      live.worker.start();
      const killedAt = await killAtSteps(live, gate, {
        limitMs: killingMs,
        isDone: async () =>
          (await live.runningPods('inflate')).length === 5 &&
          (await decisionStates('Provision')).includes('Executed'),
      });
      expect(killedAt).toEqual(expect.arrayContaining(everyStepOfLaunching));
      // NodeClaim objects are synced a little later than their records.
      const sides = await vi.waitFor(
        async () => {
          const now = await readProviderIds(live);
          expect(now).toEqual(inAllSources(now.instances));
          return now;
        },
        { timeout: 30_000, interval: 250 },
      );
      expect(sides.instances).toHaveLength(await live.database.prisma.nodeClaim.count());
    });

    it('removes the empty nodes, and leaves nothing behind', async () => {
      for (const object of live.read('exercise/inflate.yaml')) await live.objects.delete(object);
      const killedAt = await killAtSteps(live, gate, {
        limitMs: killingMs,
        isDone: async () =>
          (await decisionStates('Empty')).includes('Executed') &&
          (await live.database.prisma.nodeClaim.count({
            where: { state: { not: 'Terminated' } },
          })) === 0,
      });
      expect(killedAt).toEqual(expect.arrayContaining(everyStepOfRemoving));
      expect(await readProviderIds(live)).toEqual(inAllSources([]));
      expect(await live.store.decisions.open(live.cluster.id)).toEqual([]);
      // Kerf deleted the objects of the nodes itself.
      expect(await decisionStates('Delete')).toEqual([]);
    });
  },
);
