import {
  type CostDriver,
  costSpanRetentionMs,
  explainCostChange,
  type NodeCostSpan,
} from '@kerf/application';
import {
  aCluster,
  aDecision,
  aMeasuredCost,
  aNodeClaimRecord,
  anEmptyCommand,
  aPlannedClaim,
  recordedAt,
} from '@kerf/testing';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import type { CostChangeRequest } from './cost-change.js';
import { createReadQueries, type ReadQueries } from './read-queries.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const hour = 3_600_000;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let queries: ReadQueries;
let clusterId = '';
let number = 0;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  queries = createReadQueries(database);
});
afterAll(() => database.close());

beforeEach(() => addCluster());

async function addCluster(): Promise<void> {
  number += 1;
  clusterId = `clu_${String(number).padStart(5, '0')}`;
  await store.clusters.insert(aCluster({ id: clusterId, name: `cluster-${number}` }));
}

type Span = NodeCostSpan & { readonly endedAt: number | null };

/** A span of the node of the NodeClaim `name`, in hours since the first one. */
const span = (name: string, from: number, to: number | null, fields: Partial<Span> = {}): Span => ({
  nodeUid: `uid-${name}`,
  nodeName: `ip-${name}`,
  providerId: `aws:///us-east-1a/i-${claimId(name)}`,
  nodePool: 'default',
  instanceType: 'm5.large',
  capacityType: 'spot',
  zone: 'us-east-1a',
  priceMicroUsdPerHour: 40_000,
  startedAt: recordedAt + from * hour,
  endedAt: to === null ? null : recordedAt + to * hour,
  ...fields,
});

const claimId = (name: string): string => `ncl_${clusterId}_${name}`;
const decisionId = (name: string): string => `dec_${clusterId}_${name}`;

const recordSpans = (started: readonly Span[], of = clusterId) =>
  store.transaction((tx) =>
    tx.cost.add(
      of,
      aMeasuredCost({ from: recordedAt, until: recordedAt + 100 * hour, isFirst: true }, [], {
        started,
      }),
    ),
  );

async function changeOf(request: Partial<CostChangeRequest>) {
  const { before, after, facts } = await queries.cost.change({
    clusterId,
    from: recordedAt + hour,
    to: recordedAt + 20 * hour,
    ...request,
  });
  return { before, after, drivers: explainCostChange(facts) };
}

const sumOf = (drivers: readonly CostDriver[]): number =>
  drivers.reduce((sum, { changeMicroUsdPerHour }) => sum + changeMicroUsdPerHour, 0);

const terminated = (reason: 'Underutilized' | 'Interrupted' | 'Drifted') =>
  ({
    state: 'Terminated',
    termination: {
      step: 'InstanceGone',
      reason,
      startedAt: recordedAt,
      deadline: null,
      waitingFor: null,
      stepAt: recordedAt,
    },
  }) as const;

describe('the change of the cost per hour', () => {
  it('is between the nodes that ran at the two times', async () => {
    await recordSpans([
      span('stays', 0, null),
      span('leaves', 0, 5, { priceMicroUsdPerHour: 7 }),
      span('passes', 2, 5),
      span('comes', 5, null, { priceMicroUsdPerHour: null }),
      span('later', 21, null),
      span('repriced', 0, 3, { priceMicroUsdPerHour: 10 }),
      span('repriced', 3, null, { priceMicroUsdPerHour: 16 }),
    ]);
    const { before, after, drivers } = await changeOf({});
    expect(before).toEqual({ nodes: 3, unpricedNodes: 0, priceMicroUsdPerHour: 40_017 });
    expect(after).toEqual({ nodes: 3, unpricedNodes: 1, priceMicroUsdPerHour: 40_016 });
    expect(drivers).toMatchObject([
      { kind: 'Unmanaged', changeMicroUsdPerHour: -7, nodesAdded: 1, nodesRemoved: 1 },
      { kind: 'Price', changeMicroUsdPerHour: 6, nodesRepriced: 1 },
    ]);
  });

  it('counts a node from the beginning of its span to before its end', async () => {
    await recordSpans([span('a', 1, 20)]);
    const at = (from: number, to: number) =>
      changeOf({ from: recordedAt + from, to: recordedAt + to });
    const nodes = async (from: number, to: number) => {
      const { before, after } = await at(from, to);
      return [before.nodes, after.nodes];
    };
    expect(await nodes(hour - 1, hour)).toEqual([0, 1]);
    expect(await nodes(20 * hour - 1, 20 * hour)).toEqual([1, 0]);
  });

  it('is nothing for a cluster without nodes', async () => {
    const none = { nodes: 0, unpricedNodes: 0, priceMicroUsdPerHour: 0 };
    expect(await changeOf({})).toEqual({ before: none, after: none, drivers: [] });
  });

  it('names the workload that nodes were launched for', async () => {
    const pods = {
      p1: {
        namespace: 'shop',
        name: 'web-1',
        owner: 'ReplicaSet/web-7c',
        workload: 'Deployment/web',
      },
      p2: { namespace: 'shop', name: 'db-0', owner: 'StatefulSet/db' },
      p3: { namespace: 'shop', name: 'db-1', owner: 'StatefulSet/db' },
    };
    await store.decisions.insert(aProvision('1', pods), []);
    await store.nodeClaims.insert([
      aNodeClaimRecord({
        clusterId,
        id: claimId('a'),
        name: 'default-a',
        decisionId: decisionId('1'),
        plan: aPlannedClaim({ podUids: ['p1', 'p2', 'p3'] }),
      }),
      aNodeClaimRecord({
        clusterId,
        id: claimId('b'),
        name: 'default-b',
        decisionId: decisionId('1'),
        plan: aPlannedClaim({ podUids: ['p1'] }),
      }),
    ]);
    await recordSpans([span('a', 2, null), span('b', 2, null, { priceMicroUsdPerHour: 1 })]);
    expect((await changeOf({})).drivers).toMatchObject([
      {
        kind: 'Provision',
        workload: { kind: 'StatefulSet', namespace: 'shop', name: 'db' },
        nodeClaims: ['default-a'],
        decisionIds: [decisionId('1')],
      },
      { kind: 'Provision', workload: { kind: 'Deployment', namespace: 'shop', name: 'web' } },
    ]);
  });

  it('nets a decision, through nodes that came and left in between', async () => {
    // a is replaced by b, and b by c; an earlier proposal to remove a was rejected.
    await store.decisions.insert(aRemoval('0', ['a'], { state: 'Rejected' }), []);
    await store.decisions.insert(aReplacement('1', 'a', 'b'), []);
    await store.decisions.insert(aReplacement('2', 'b', 'c', 'Drift'), []);
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: claimId('a'), ...terminated('Underutilized') }),
      aNodeClaimRecord({
        clusterId,
        id: claimId('b'),
        decisionId: decisionId('1'),
        ...terminated('Drifted'),
      }),
      aNodeClaimRecord({ clusterId, id: claimId('c'), decisionId: decisionId('2') }),
    ]);
    await recordSpans([
      span('a', 0, 5, { priceMicroUsdPerHour: 100 }),
      span('b', 4, 9, { priceMicroUsdPerHour: 60 }),
      span('c', 8, null, { priceMicroUsdPerHour: 90 }),
    ]);
    expect((await changeOf({})).drivers).toMatchObject([
      { kind: 'Consolidate', changeMicroUsdPerHour: -40, nodesAdded: 1, nodesRemoved: 1 },
      {
        kind: 'Drift',
        changeMicroUsdPerHour: 30,
        definitions: [{ definition: 'NodePool/default', fields: ['spec.weight'] }],
      },
    ]);
  });

  it('adds the nodes that were launched for displaced pods to their removal', async () => {
    await store.decisions.insert(
      aDecision({
        clusterId,
        id: decisionId('1'),
        kind: 'Interrupt',
        state: 'Executed',
        nodeClaimIds: [claimId('a')],
        body: {
          type: 'Remove',
          reason: 'Interrupted',
          candidates: [],
          pods: [{ podUid: 'p1', pod: 'shop/web-1', from: 'ip-a' }],
          interruption: { id: 'int_1', kind: 'SpotInterrupted', instanceId: 'i-a' },
          deadline: null,
        },
      }),
      [],
    );
    const pods = { p1: { namespace: 'shop', name: 'web-1', owner: 'ReplicaSet/web' } };
    await store.decisions.insert(aProvision('2', pods), []);
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: claimId('a'), ...terminated('Interrupted') }),
      aNodeClaimRecord({
        clusterId,
        id: claimId('b'),
        decisionId: decisionId('2'),
        plan: aPlannedClaim({ podUids: ['p1'] }),
      }),
    ]);
    await recordSpans([
      span('a', 0, 5, { priceMicroUsdPerHour: 30 }),
      span('b', 5, null, { priceMicroUsdPerHour: 90 }),
    ]);
    expect((await changeOf({})).drivers).toMatchObject([
      { kind: 'Interrupt', changeMicroUsdPerHour: 60, interruptionIds: ['int_1'] },
    ]);
  });

  it('adds up exactly for every scope of random histories', async () => {
    const pools = ['default', 'batch', ''];
    const history = array(
      record({
        node: integer({ min: 0, max: 9 }),
        hours: integer({ min: 1, max: 6 }),
        price: integer({ min: -1, max: 5_000_000 }),
        pool: constantFrom(...pools),
        type: constantFrom('m5.large', 'c5.xlarge'),
        isManaged: constantFrom(true, false),
      }),
      { maxLength: 40 },
    );
    const times = integer({ min: 0, max: 30 });
    await assert(
      asyncProperty(history, times, times, async (steps, start, length) => {
        await addCluster();
        await ownBatchPool(`team-${clusterId}`);
        const spans = toHistory(steps);
        await recordSpans(spans);
        const period = {
          from: recordedAt + start * hour,
          to: recordedAt + (start + length + 1) * hour,
        };
        const scopes: readonly Partial<CostChangeRequest>[] = [
          {},
          ...pools.map((name) => ({ nodePools: [name] })),
          { capacityTypes: ['spot'] },
          { instanceFamilies: ['c5'] },
          { teams: ['nobody'] },
          { teams: [`team-${clusterId}`] },
        ];
        for (const scope of scopes) {
          const { before, after, drivers } = await changeOf({ ...period, ...scope });
          const rate = (at: number) => rateAt(spans, scope, at);
          expect(before.priceMicroUsdPerHour).toBe(rate(period.from));
          expect(after.priceMicroUsdPerHour).toBe(rate(period.to));
          expect(sumOf(drivers)).toBe(rate(period.to) - rate(period.from));
        }
      }),
      { seed: 61, numRuns: 20 },
    );
  });

  it('has indexes of the nodes of a time, and of the decisions that remove a NodeClaim', async () => {
    const { rows } = await database.pool.query<{ readonly indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE indexname IN
        ('node_cost_spans_period', 'decisions_removed_claims') ORDER BY indexname`,
    );
    expect(rows.map(({ indexdef }) => indexdef)).toEqual([
      expect.stringContaining('USING gin (node_claim_ids)'),
      expect.stringContaining('USING gist (tstzrange(started_at, ended_at))'),
    ]);
  });
});

describe('the coverage of node cost spans', () => {
  it('begins with the first period, also of an account from before there were spans', async () => {
    await recordSpans([]);
    const ofCluster = () => queries.cost.spanCoverage({ clusterId });
    expect(await ofCluster()).toEqual([
      {
        clusterId,
        clusterName: `cluster-${number}`,
        spansFrom: recordedAt,
        pendingFrom: recordedAt,
        isWhole: true,
        accountedFrom: recordedAt,
        accountedUntil: recordedAt + 100 * hour,
      },
    ]);
    await database.prisma.costAccount.update({ where: { clusterId }, data: { spansFrom: null } });
    expect(await ofCluster()).toMatchObject([{ spansFrom: null }]);
    const next = { from: recordedAt + 100 * hour, until: recordedAt + 101 * hour, isFirst: false };
    await store.transaction((tx) =>
      tx.cost.add(clusterId, aMeasuredCost(next, [], { gaps: [next] })),
    );
    expect(await ofCluster()).toMatchObject([{ spansFrom: next.from, accountedUntil: next.until }]);
    const period = { clusterId, from: recordedAt, to: next.until };
    expect(await queries.cost.gaps(period)).toEqual([
      { clusterId, clusterName: `cluster-${number}`, from: next.from, to: next.until },
    ]);
    expect(await queries.cost.gaps({ ...period, to: next.from })).toEqual([]);
  });
});

describe('the retention of node cost spans', () => {
  it('is 62 days after their end', async () => {
    await recordSpans([span('gone', 0, 5), span('stays', 0, null)]);
    const nodes = async () => (await changeOf({})).before.nodes;
    const endsAt = recordedAt + 5 * hour + costSpanRetentionMs;
    await store.cost.prune(clusterId, endsAt);
    expect(await nodes()).toBe(2);
    await store.cost.prune(clusterId, endsAt + 1);
    expect(await nodes()).toBe(1);
  });
});

interface Step {
  readonly node: number;
  readonly hours: number;
  readonly price: number;
  readonly pool: string;
  readonly type: string;
  readonly isManaged: boolean;
}

/** Each node runs from step to step, except at every third price. */
function toHistory(steps: readonly Step[]): readonly Span[] {
  const end = new Map<number, number>();
  return steps.flatMap(({ node, hours, price, pool, type, isManaged }) => {
    const from = end.get(node) ?? 0;
    const to = from + hours;
    end.set(node, to);
    if (price % 3 === 0) return [];
    const known = price < 0 ? null : price;
    return [
      span(`n${node}`, from, to, {
        nodePool: pool,
        instanceType: type,
        priceMicroUsdPerHour: known,
        ...(isManaged ? {} : { providerId: null }),
      }),
    ];
  });
}

function rateAt(
  spans: readonly Span[],
  { nodePools, capacityTypes, instanceFamilies, teams }: Partial<CostChangeRequest>,
  at: number,
): number {
  return spans
    .filter(({ startedAt, endedAt }) => startedAt <= at && (endedAt ?? Infinity) > at)
    .filter(({ nodePool }) => nodePools?.includes(nodePool) ?? true)
    .filter(({ capacityType }) => capacityTypes?.includes(capacityType) ?? true)
    .filter(({ instanceType }) => instanceFamilies?.some((f) => instanceType.startsWith(f)) ?? true)
    .filter(({ nodePool }) => teams === undefined || teams === null || ownsPool(teams, nodePool))
    .reduce((sum, { priceMicroUsdPerHour }) => sum + (priceMicroUsdPerHour ?? 0), 0);
}

const ownsPool = (teams: readonly string[], nodePool: string): boolean =>
  teams.includes(`team-${clusterId}`) && nodePool === 'batch';

const ownBatchPool = (name: string) =>
  store.access.insertTeam({
    id: name,
    name,
    owns: [{ kind: 'NodePool', clusterId, nodePool: 'batch' }],
    members: [],
    createdAt: recordedAt,
    version: 1,
  });

type ProvisionPods = Readonly<
  Record<string, { namespace: string; name: string; owner: string; workload?: string }>
>;

const aProvision = (name: string, pods: ProvisionPods) =>
  aDecision({
    clusterId,
    id: decisionId(name),
    kind: 'Provision',
    state: 'Executed',
    body: {
      type: 'Provision',
      batchId: 'bat_1',
      result: {
        engineVersion: '1',
        newNodeClaims: [],
        existingNodes: [],
        unschedulable: [],
        totalPriceMicroUsdPerHour: 0,
        cost: null,
      },
      optionCounts: {},
      pods,
      claims: {},
    },
  });

const aRemoval = (name: string, claims: readonly string[], fields = {}) =>
  aDecision({
    clusterId,
    id: decisionId(name),
    kind: 'Consolidate',
    state: 'Executed',
    nodeClaimIds: claims.map(claimId),
    ...fields,
  });

const aReplacement = (
  name: string,
  removed: string,
  added: string,
  kind: 'Consolidate' | 'Drift' = 'Consolidate',
) =>
  aRemoval(name, [removed], {
    kind,
    body: {
      type: 'Disrupt',
      command: anEmptyCommand(),
      budgets: [],
      replacementClaims: { 'claim-0001': claimId(added) },
      ...(kind === 'Drift' && {
        drift: [
          {
            nodeName: `ip-${removed}`,
            reason: 'NodePoolDrifted',
            definition: 'NodePool/default',
            since: recordedAt,
            fields: [{ path: 'spec.weight', before: '1', after: '2' }],
          },
        ],
      }),
    },
  });
