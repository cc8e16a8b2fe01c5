import type { Decision, NodeClaimState } from '@kerf/application';
import { AppError, type ErrorCode, invariant, type Retry } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../../testing/approve.js';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { runsAllFaults, selectionNote } from '../../testing/fault-selection.js';
import type { PortFault } from '../../testing/fault-switch.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

/*
 * Each port call fails once, with each transient failure; the result must be the same as without it.
 * `pending-pods.spec.ts` does the same with a worker that is killed.
 */

const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const backoff: Retry = { kind: 'backoff' };
/** Retryable failures of each port. */
type FailuresOfPort = Readonly<Record<string, readonly (readonly [ErrorCode, Retry])[]>>;
const passing: FailuresOfPort = {
  gateway: [
    ['CLUSTER.FORBIDDEN', backoff],
    ['CLUSTER.UNAUTHORIZED', backoff],
    ['CLUSTER.RATE_LIMITED', { kind: 'after', ms: 1_000 }],
    ['CLUSTER.UNREACHABLE', backoff],
  ],
  cloud: [
    ['CLOUD.UNAUTHORIZED', backoff],
    ['CLOUD.RATE_LIMITED', backoff],
    ['CLOUD.UNREACHABLE', backoff],
  ],
  cache: [['CLUSTER.NOT_SYNCED', backoff]],
  store: [['DB.UNAVAILABLE', backoff]],
};
/** These end a job: only the periodic check creates it again. */
const gatewayRefusals: FailuresOfPort = { gateway: [['CLUSTER.INVALID', { kind: 'never' }]] };

interface Scenario {
  readonly mode: ClusterMode;
  readonly scenario: (simulation: ClusterSimulation) => Promise<void>;
}

async function latest(
  simulation: ClusterSimulation,
  kind: Decision['kind'],
): Promise<Decision | undefined> {
  return (await simulation.decisions()).findLast((decision) => decision.kind === kind);
}

async function inflateFive(simulation: ClusterSimulation): Promise<void> {
  simulation.cluster.addPendingPods(5, inflate);
  await simulation.until(async () => {
    return (
      simulation.cluster.pending.size === 0 &&
      (await latest(simulation, 'Provision'))?.state === 'Executed'
    );
  });
}

/** Five pods get a node, which AWS interrupts; they move to another node, and end. */
const launchMoveAndEnd: Scenario = {
  mode: 'auto',
  scenario: async (simulation) => {
    simulation.cluster.respawns = true;
    await inflateFive(simulation);
    const [instance] = simulation.cloud.instances.values();
    invariant(instance !== undefined, 'an instance was launched');
    simulation.interrupt([instance.instanceId]);
    await simulation.until(
      async () =>
        !simulation.cloud.instances.has(instance.instanceId) &&
        simulation.cluster.pending.size === 0 &&
        (await latest(simulation, 'Interrupt'))?.state === 'Executed' &&
        (await latest(simulation, 'Provision'))?.state === 'Executed',
    );
    simulation.cluster.removePods();
    await simulation.until(() => Promise.resolve(simulation.cluster.nodes.size === 0));
  },
};

/** The pods are created again after the removal of their node was approved: its taint is removed. */
const recreatePodsInTime: Scenario = {
  mode: 'approve',
  scenario: async (simulation) => {
    await inflateFive(simulation);
    simulation.cluster.removePods();
    await simulation.until(
      async () => (await latest(simulation, 'Empty'))?.state === 'AwaitingApproval',
    );
    const waiting = await latest(simulation, 'Empty');
    simulation.cluster.addPendingPods(3, inflate);
    simulation.cluster.schedule();
    invariant(waiting !== undefined, 'a decision awaits approval');
    await approve(simulation, waiting);
    await simulation.until(
      async () =>
        (await simulation.store.decisions.find(waiting?.id ?? ''))?.state === 'Superseded',
    );
  },
};

const ended: ReadonlySet<NodeClaimState> = new Set(['Terminated', 'LaunchFailed']);

/** The final state, without names that differ between runs. */
async function endOf(simulation: ClusterSimulation) {
  const { clusterId, cluster, cloud } = simulation;
  // Objects are synced a little after their records, and after a pause if that failed.
  await simulation.until(async () => {
    const failures = await simulation.store.operationFailures.list(clusterId);
    const living = (await simulation.nodeClaims()).filter(({ state }) => !ended.has(state));
    return failures.length === 0 && cluster.nodeClaims.size === living.length;
  }, 900);
  const claims = await simulation.nodeClaims();
  return {
    nodes: [...cluster.nodes.values()].map(({ taints, labels, pods }) => ({
      taints,
      isInitialized: labels['karpenter.sh/initialized'],
      pods: pods.length,
    })),
    pendingPods: cluster.pending.size,
    instances: [...cloud.instances.values()].map(({ state }) => state),
    launchCount: cloud.launchCount,
    claims: claims.map(({ state }) => state).sort(),
    openDecisions: (await simulation.store.decisions.open(clusterId)).map(({ kind }) => kind),
    executed: [
      ...new Set(
        (await simulation.decisions())
          .filter(({ state }) => state === 'Executed')
          .map(({ kind }) => kind),
      ),
    ].sort(),
  };
}

async function run({ mode, scenario }: Scenario, fault?: PortFault) {
  const simulation = await ClusterSimulation.open(records.open(), {
    mode,
    ...(fault === undefined ? {} : { fault }),
  });
  await scenario(simulation);
  return { simulation, end: await endOf(simulation) };
}

/** One in this number of transactions is selected, because adjacent ones are similar. */
const transactionShare = runsAllFaults ? 5 : 15;

/** Returns the first call of each method, and a share of the transactions. */
function selectedCalls(
  places: readonly string[],
  from: number,
): readonly (readonly [number, string])[] {
  const seen = new Map<string, number>();
  return places.flatMap((place, index) => {
    const count = seen.get(place) ?? 0;
    if (index < from) return [];
    seen.set(place, count + 1);
    const isSelected = place === 'store.transaction' ? count % transactionShare === 0 : count === 0;
    return isSelected ? [[index + 1, place] as const] : [];
  });
}

type Ended = Awaited<ReturnType<typeof run>>;

/**
 * Runs a scenario once without a failure, and once with each failure of each selected call; unless
 * all faults are run, with one failure of each.
 * @returns the calls that failed
 */
async function runWithEachFault(
  scenario: Scenario,
  failuresOf: FailuresOfPort,
  expectOf: (withFault: Ended, calm: Ended) => void,
): Promise<readonly string[]> {
  const calm = await run(scenario);
  const opened = await ClusterSimulation.open(records.open(), { mode: scenario.mode });
  const before = opened.faults.calledMethods.length;
  const places = new Set<string>();
  const calls = selectedCalls(calm.simulation.faults.calledMethods, before);
  for (const [index, [at, place]] of calls.entries()) {
    const failures = failuresOf[place.split('.')[0] ?? ''] ?? [];
    const selected = runsAllFaults ? failures : failures.slice(index % failures.length).slice(0, 1);
    for (const [code, retry] of selected) {
      const error = new AppError({ code, message: `${place} fails once`, retry });
      const withFault = await run(scenario, { at, error });
      expect(withFault.simulation.faults.failedCall, `call ${at}`).toBe(`${code} of ${place}`);
      expectOf(withFault, calm);
      places.add(place);
    }
  }
  return [...places].sort();
}

const expectTheSame = ({ simulation, end }: Ended, calm: Ended): void =>
  expect(end, `after ${simulation.faults.failedCall}`).toEqual(calm.end);

describe(`a call that fails once${selectionNote}`, () => {
  it('has no lasting effect on launches, interruptions and removals', async () => {
    const places = await runWithEachFault(launchMoveAndEnd, passing, expectTheSame);
    expect(places).toEqual([
      'cache.view',
      'cloud.getInstance',
      'cloud.launch',
      'cloud.terminate',
      'gateway.addTaint',
      'gateway.applyDefinition',
      'gateway.applyNodeClaim',
      'gateway.createNodeClaims',
      'gateway.deleteNode',
      'gateway.deleteNodeClaim',
      'gateway.evict',
      'gateway.markInitialized',
      'gateway.removeNode',
      'gateway.removeNodeClaim',
      'gateway.setNodeLabels',
      'gateway.syncRegisteredNode',
      'store.transaction',
    ]);
  }, 600_000);

  it.runIf(runsAllFaults)(
    'has no lasting effect when an approved removal is withdrawn',
    async () => {
      const places = await runWithEachFault(recreatePodsInTime, passing, expectTheSame);
      expect(places).toContain('gateway.removeTaint');
    },
    600_000,
  );

  it.runIf(runsAllFaults)(
    'without a retry gets a new job, so that no work is lost',
    async () => {
      const withFault = await runWithEachFault(launchMoveAndEnd, gatewayRefusals, ({ end }) => {
        expect(end).toMatchObject({ nodes: [], instances: [], pendingPods: 0, openDecisions: [] });
        expect(new Set(end.claims)).toEqual(new Set(['Terminated']));
      });
      expect(withFault).toContain('gateway.removeNode');
    },
    600_000,
  );
});
