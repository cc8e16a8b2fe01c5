import { approveDecision, type Decision, type Principal } from '@kerf/application';
import { AppError, type ErrorCode, invariant, type Retry } from '@kerf/core';
import { type Database, openFreshDatabase } from '@kerf/db';
import type { ClusterMode } from '@kerf/engine';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Corridor } from './testing/corridor.js';
import type { PortFault } from './testing/fault-switch.js';

/*
 * Each call of a port fails once, with each failure that passes; whatever comes of it must be the same
 * as without the failure. `corridor.db.spec.ts` does the same with a worker that is killed.
 */

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
const giB = 1024 ** 3;
const inflate = { cpu: 1000, memory: giB };
const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', scope: 'write' };
let database: Database;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
});
afterAll(() => database.close());

const backoff: Retry = { kind: 'backoff' };
/** By port: the failures that its adapter says are worth retrying. */
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
/** These end a job: only the periodic reconcile asks for it again. */
const gatewayRefusals: FailuresOfPort = { gateway: [['CLUSTER.INVALID', { kind: 'never' }]] };

interface Walk {
  readonly mode: ClusterMode;
  readonly walk: (corridor: Corridor) => Promise<void>;
}

async function latest(corridor: Corridor, kind: Decision['kind']): Promise<Decision | undefined> {
  return (await corridor.decisions()).findLast((decision) => decision.kind === kind);
}

async function inflateFive(corridor: Corridor): Promise<void> {
  corridor.cluster.addPendingPods(5, inflate);
  await corridor.until(async () => {
    return (
      corridor.cluster.pending.size === 0 &&
      (await latest(corridor, 'Provision'))?.state === 'Executed'
    );
  });
}

/** Five pods come, AWS takes their node back, they move to another, and go. */
const comeMoveAndGo: Walk = {
  mode: 'auto',
  walk: async (corridor) => {
    corridor.cluster.respawns = true;
    await inflateFive(corridor);
    const [instance] = corridor.cloud.instances.values();
    invariant(instance !== undefined, 'an instance was launched');
    corridor.interrupt([instance.instanceId]);
    await corridor.until(
      async () =>
        !corridor.cloud.instances.has(instance.instanceId) &&
        corridor.cluster.pending.size === 0 &&
        (await latest(corridor, 'Interrupt'))?.state === 'Executed' &&
        (await latest(corridor, 'Provision'))?.state === 'Executed',
    );
    corridor.cluster.removePods();
    await corridor.until(() => Promise.resolve(corridor.cluster.nodes.size === 0));
  },
};

/** The pods come back after the removal of their node was approved: its taint goes again. */
const comeBackInTime: Walk = {
  mode: 'approve',
  walk: async (corridor) => {
    await inflateFive(corridor);
    corridor.cluster.removePods();
    await corridor.until(
      async () => (await latest(corridor, 'Empty'))?.state === 'AwaitingApproval',
    );
    const waiting = await latest(corridor, 'Empty');
    corridor.cluster.addPendingPods(3, inflate);
    corridor.cluster.schedule();
    await approveDecision({ ...corridor.ports, store: corridor.store }, ada, {
      decisionId: waiting?.id ?? '',
      expectedVersion: waiting?.version ?? 0,
      comment: null,
      requestId: null,
    });
    await corridor.until(
      async () => (await corridor.store.decisions.find(waiting?.id ?? ''))?.state === 'Superseded',
    );
  },
};

/** All that is there in the end, without names that differ from run to run. */
async function endOf(corridor: Corridor) {
  const { clusterId, cluster, cloud } = corridor;
  // Objects are brought in line a little after their claims, and after a pause where that failed.
  await corridor.until(async () => {
    const failures = await corridor.store.operationFailures.list(clusterId);
    const living = await database.prisma.nodeClaim.count({
      where: { clusterId, state: { notIn: ['Terminated', 'LaunchFailed'] } },
    });
    return failures.length === 0 && cluster.nodeClaims.size === living;
  }, 900);
  const claims = await database.prisma.nodeClaim.findMany({ where: { clusterId } });
  return {
    nodes: [...cluster.nodes.values()].map(({ taints, labels, pods }) => ({
      taints,
      isInitialized: labels['karpenter.sh/initialized'],
      pods: pods.length,
    })),
    pendingPods: cluster.pending.size,
    instances: [...cloud.instances.values()].map(({ state }) => state),
    purchases: cloud.purchases,
    claims: claims.map(({ state }) => state).sort(),
    openDecisions: (await corridor.store.decisions.open(clusterId)).map(({ kind }) => kind),
    executed: [
      ...new Set(
        (await corridor.decisions())
          .filter(({ state }) => state === 'Executed')
          .map(({ kind }) => kind),
      ),
    ].sort(),
  };
}

async function run({ mode, walk }: Walk, fault?: PortFault) {
  const corridor = await Corridor.open(database, {
    mode,
    ...(fault === undefined ? {} : { fault }),
  });
  await walk(corridor);
  return { corridor, end: await endOf(corridor) };
}

/** The first call of each place, and of transactions, of which neighbours are alike, every fifth. */
function tellingCalls(
  places: readonly string[],
  from: number,
): readonly (readonly [number, string])[] {
  const seen = new Map<string, number>();
  return places.flatMap((place, index) => {
    const count = seen.get(place) ?? 0;
    if (index < from) return [];
    seen.set(place, count + 1);
    const isTelling = place === 'store.transaction' ? count % 5 === 0 : count === 0;
    return isTelling ? [[index + 1, place] as const] : [];
  });
}

type Ended = Awaited<ReturnType<typeof run>>;

/**
 * Takes a walk once without a failure, and once with each failure of each telling call.
 * @returns the places that were struck
 */
async function strikeEach(
  walk: Walk,
  failuresOf: FailuresOfPort,
  expectOf: (struck: Ended, calm: Ended) => void,
): Promise<readonly string[]> {
  const calm = await run(walk);
  const opened = await Corridor.open(database, { mode: walk.mode });
  const before = opened.faults.places.length;
  const places = new Set<string>();
  for (const [at, place] of tellingCalls(calm.corridor.faults.places, before)) {
    for (const [code, retry] of failuresOf[place.split('.')[0] ?? ''] ?? []) {
      const error = new AppError({ code, message: `${place} fails once`, retry });
      const struck = await run(walk, { at, error });
      expect(struck.corridor.faults.struck, `call ${at}`).toBe(`${code} of ${place}`);
      expectOf(struck, calm);
      places.add(place);
    }
  }
  return [...places].sort();
}

const expectTheSame = ({ corridor, end }: Ended, calm: Ended): void =>
  expect(end, `after ${corridor.faults.struck}`).toEqual(calm.end);

describe('a call that fails once', () => {
  it('changes nothing in the end while nodes come, are interrupted and go', async () => {
    const places = await strikeEach(comeMoveAndGo, passing, expectTheSame);
    expect(places).toEqual([
      'cloud.getInstance',
      'cloud.launch',
      'cloud.terminate',
      'gateway.addTaint',
      'gateway.applyDefinition',
      'gateway.applyNodeClaim',
      'gateway.createNodeClaims',
      'gateway.evict',
      'gateway.markInitialized',
      'gateway.removeNode',
      'gateway.removeNodeClaim',
      'gateway.setNodeLabels',
      'gateway.syncRegisteredNode',
      'mirror.view',
      'store.transaction',
    ]);
  }, 600_000);

  it('changes nothing in the end where an approved removal is withdrawn', async () => {
    const places = await strikeEach(comeBackInTime, passing, expectTheSame);
    expect(places).toContain('gateway.removeTaint');
  }, 600_000);

  it('for good is asked for again: nothing is stranded where a job has ended', async () => {
    const struck = await strikeEach(comeMoveAndGo, gatewayRefusals, ({ end }) => {
      expect(end).toMatchObject({ nodes: [], instances: [], pendingPods: 0, openDecisions: [] });
      expect(new Set(end.claims)).toEqual(new Set(['Terminated']));
    });
    expect(struck).toContain('gateway.removeNode');
  }, 600_000);
});
