import {
  aDecision,
  aMeasuredCost,
  aNodeClaimRecord,
  anInterruption,
  aPlannedClaim,
  recordedAt,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../testing/api-under-test.js';

const minute = 60_000;
const hour = 60 * minute;
const clusterId = storedFleet.cluster;
const iso = (instant: number): string => new Date(instant).toISOString();

let api: ApiUnderTest;
/** Costs are recorded as they run: the last two full hours. */
let lastHour = 0;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store, clock } = api.api.parts.ports;
  await storeFleet(store);
  await store.interruptions.insert(
    anInterruption({ clusterId, id: 'int_1', nodeClaimId: storedFleet.nodeClaim }),
  );
  await store.interruptions.recordPlacements(recordedAt + 400, [
    { id: 'int_1', replacementClaimIds: [storedFleet.terminatingClaim] },
  ]);
  await store.interruptions.markDrained(storedFleet.nodeClaim, recordedAt + minute, ['shop/db-0']);
  await store.interruptions.insert(
    anInterruption({
      clusterId: storedFleet.otherCluster,
      id: 'int_2',
      kind: 'RebalanceRecommended',
      action: 'None',
      nodeClaimId: null,
      decisionId: null,
      deadline: null,
      podUids: [],
      receivedAt: recordedAt + minute,
    }),
  );
  lastHour = Math.floor(clock.now() / hour) * hour - hour;
  const sample = {
    capacityType: 'spot',
    instanceFamily: 'm5',
    instanceType: 'm5.large',
    nodeMs: hour,
    unpricedNodeMs: 0,
  };
  await store.transaction((tx) =>
    tx.cost.add(
      clusterId,
      aMeasuredCost({ from: lastHour - hour, until: lastHour + hour / 2, isFirst: true }, [
        { ...sample, at: lastHour - hour, nodePool: 'default', costNanoUsd: 2_000_000_000 },
        { ...sample, at: lastHour - hour, nodePool: 'batch', costNanoUsd: 500_000_000 },
        { ...sample, at: lastHour, nodePool: 'default', costNanoUsd: 1_000_000_000 },
      ]),
    ),
  );
  await store.decisions.insert(
    aDecision({
      clusterId,
      id: 'dec_saved',
      kind: 'Consolidate',
      state: 'Executed',
      costChangeMicroUsdPerHour: -50_000,
      achievedSavingMicroUsdPerHour: 40_000,
      finishedAt: lastHour,
    }),
    [{ at: lastHour, kind: 'Executed', actor: 'kerf', data: {} }],
  );
});
afterAll(() => api.close());

const ask = async (query: string) => at((await api.graphql(api.reader, query)).body, 'data');
const get = (path: string) => api.send('GET', `/api/v1${path}`, api.reader);

describe('interruptions', () => {
  it('show the warning, its outcome and the replacements', async () => {
    const data = await ask(
      `{ interruptions(first: 10) { totalCount nodes { id kind outcome clusterName nodeName deadline
          podCount replacementRequestedAt replacements { id state } drainedAt lostPods decisionId } } }`,
    );
    expect(at(data, 'interruptions')).toEqual({
      totalCount: 2,
      nodes: [
        {
          id: 'int_2',
          kind: 'REBALANCE_RECOMMENDED',
          outcome: 'NOTED',
          clusterName: 'lab',
          nodeName: 'ip-10-0-0-1',
          deadline: null,
          podCount: 0,
          replacementRequestedAt: null,
          replacements: [],
          drainedAt: null,
          lostPods: [],
          decisionId: null,
        },
        {
          id: 'int_1',
          kind: 'SPOT_INTERRUPTED',
          outcome: 'PODS_LOST',
          clusterName: 'prod-eu-1',
          nodeName: 'ip-10-0-0-1',
          deadline: iso(recordedAt + 119_000),
          podCount: 2,
          replacementRequestedAt: iso(recordedAt + 400),
          replacements: [{ id: storedFleet.terminatingClaim, state: 'TERMINATING' }],
          drainedAt: iso(recordedAt + minute),
          lostPods: ['shop/db-0'],
          decisionId: 'dec_1',
        },
      ],
    });
  });

  it('are filtered in the contract’s words', async () => {
    const count = async (filter: string) =>
      at(
        await ask(`{ interruptions(first: 1, filter: { ${filter} }) { totalCount } }`),
        'interruptions.totalCount',
      );
    expect(await count(`clusterId: "${clusterId}"`)).toBe(1);
    expect(await count('kinds: [SPOT_INTERRUPTED, SCHEDULED_CHANGE]')).toBe(1);
    expect(await count('outcomes: [NOTED]')).toBe(1);
    expect(await count(`nodeClaimId: "${storedFleet.nodeClaim}"`)).toBe(1);
    expect(await count(`receivedFrom: "${iso(recordedAt + 1)}"`)).toBe(1);
    const unknown = await api.graphql(
      api.reader,
      '{ interruptions(first: 1, filter: { kinds: [UNKNOWN] }) { totalCount } }',
    );
    expect(at(unknown.body, 'errors.0.message')).toContain('UNKNOWN occurs in responses only');
  });

  it('by REST are listed and found', async () => {
    const list = await get('/interruptions?cluster=prod-eu-1&kind=SPOT_INTERRUPTED&limit=1');
    expect(list.body).toMatchObject({
      items: [{ id: 'int_1', replacementClaimIds: [storedFleet.terminatingClaim] }],
      nextCursor: null,
    });
    expect((await get('/interruptions/int_2')).body).toMatchObject({ outcome: 'NOTED' });
    expect((await get('/interruptions/int_none')).status).toBe(404);
    expect((await get('/interruptions?kind=RAIN')).status).toBe(400);
    expect((await get('/interruptions?receivedFrom=yesterday')).status).toBe(400);
  });
});

describe('the feed', () => {
  const everything = 'at clusterName decisionKind decisionEvent actor interruptionKind nodeName';

  it('lists decisions and warnings, newest first', async () => {
    const data = await ask(`{ fleetEvents(first: 3) { ${everything} costChange } }`);
    expect(at(data, 'fleetEvents')).toEqual([
      {
        at: iso(lastHour),
        clusterName: 'prod-eu-1',
        decisionKind: 'CONSOLIDATE',
        decisionEvent: 'Executed',
        actor: 'kerf',
        interruptionKind: null,
        nodeName: null,
        costChange: '-0.05',
      },
      expect.objectContaining({ clusterName: 'lab', interruptionKind: 'REBALANCE_RECOMMENDED' }),
      expect.anything(),
    ]);
  });

  it('is cut by cluster, time and step', async () => {
    const data = await ask(
      `{ fleetEvents(first: 500, clusterId: "${clusterId}", from: "${iso(lastHour)}",
          to: "${iso(lastHour + 1)}", decisionEvents: ["Executed"]) { decisionId } }`,
    );
    expect(at(data, 'fleetEvents')).toEqual([{ decisionId: 'dec_saved' }]);
  });

  it('has one row for each cause, by kind and severity', async () => {
    const rows = async (args: string) =>
      at(
        await ask(
          `{ activity(${args}) { id kind severity decisionEvent interruptionKind nodeCount nodeNames
              decisionOutcome { succeededNodes } costChange } }`,
        ),
        'activity',
      );
    expect(await rows('first: 1')).toMatchObject([
      { id: 'dec_saved', kind: 'REMOVAL', severity: 'INFO', decisionEvent: 'Executed' },
    ]);
    expect(await rows(`first: 9, kinds: [INTERRUPTION], clusterId: "${clusterId}"`)).toMatchObject([
      { id: 'int_1', interruptionKind: 'SPOT_INTERRUPTED', nodeCount: 1, decisionOutcome: null },
    ]);
    expect(await rows('first: 9, kinds: [REMOVAL], leastSeverity: CRITICAL')).toEqual([]);
    const listed = await get('/activity?cluster=prod-eu-1&kind=INTERRUPTION&limit=1');
    expect(listed.body).toMatchObject({ items: [{ id: 'int_1' }] });
    expect((await get('/activity?limit=101')).status).toBe(400);
  });

  it('refuses steps that there are not, and more lines than a feed has', async () => {
    const refused = async (args: string) =>
      at(
        (await api.graphql(api.reader, `{ fleetEvents(${args}) { at } }`)).body,
        'errors.0.extensions.code',
      );
    expect(await refused('first: 1, decisionEvents: ["Slept"]')).toBe('BAD_USER_INPUT');
    expect(await refused('first: 501')).toBe('BAD_USER_INPUT');
    expect((await get('/events?decisionEvent=Slept')).status).toBe(400);
  });

  it('by REST is the same', async () => {
    const { body } = await get('/events?cluster=prod-eu-1&decisionEvent=Executed&limit=1');
    expect(body).toMatchObject({ items: [{ decisionId: 'dec_saved', costChange: '-0.05' }] });
  });
});

describe('cost over time', () => {
  it('is one row of buckets for all groups, the most expensive first', async () => {
    const data = await ask(
      `{ costSeries(by: NODE_POOL, resolution: HOUR, from: "${iso(lastHour - 2 * hour)}",
          to: "${iso(lastHour + hour)}") { resolution bucketMs buckets total unpricedNodeHours
          measuredMs groups { label total costs rates } } }`,
    );
    expect(at(data, 'costSeries')).toEqual({
      resolution: 'HOUR',
      bucketMs: hour,
      buckets: [lastHour - 2 * hour, lastHour - hour, lastHour].map(iso),
      measuredMs: [0, hour, hour / 2],
      total: '3.5',
      unpricedNodeHours: 0,
      groups: [
        {
          label: 'default',
          total: '3',
          costs: [null, '2', '1'],
          // Half of the last hour was measured: what it cost in it, it costs twice as fast.
          rates: [null, '2', '2'],
        },
        {
          label: 'batch',
          total: '0.5',
          costs: [null, '0.5', '0'],
          rates: [null, '0.5', '0'],
        },
      ],
    });
  });

  it('is filtered, and by REST the same', async () => {
    const period = `from=${iso(lastHour - hour)}&to=${iso(lastHour + hour)}&resolution=HOUR`;
    const { body } = await get(`/cost/series?by=CLUSTER&nodePool=batch&${period}`);
    expect(body).toMatchObject({
      resolution: 'HOUR',
      groups: [{ key: clusterId, label: 'prod-eu-1', total: '0.5', costs: ['0.5', '0'] }],
    });
    expect((await get(`/cost/series?by=COLOUR&${period}`)).status).toBe(400);
    const backwards = await get(`/cost/series?by=CLUSTER&from=${iso(lastHour)}&to=${iso(0)}`);
    expect(backwards.status).toBe(400);
    expect(at(backwards.body, 'detail')).toContain('to must be later than from.');
  });

  it('of the month is summed up and forecast', async () => {
    const filter = `filter: { clusterId: "${clusterId}" }`;
    const month = at(
      await ask(`{ costMonth(${filter}) { from to cost recent forecast } }`),
      'costMonth',
    );
    const known = Number(at(month, 'cost'));
    expect(Number(at(month, 'forecast'))).toBeGreaterThan(known);
    expect(Number(at(month, 'recent'))).toBeGreaterThan(0);
    expect((await get('/cost/month?cluster=prod-eu-1')).body).toMatchObject({
      from: at(month, 'from'),
      to: at(month, 'to'),
    });
  });

  it('shows estimated and achieved savings', async () => {
    const period = `from: "${iso(lastHour)}", to: "${iso(lastHour + 24 * hour)}"`;
    const data = await ask(`{ savings(${period}) { kind decisions estimated achieved saved } }`);
    expect(at(data, 'savings')).toEqual([
      {
        kind: 'CONSOLIDATE',
        decisions: 1,
        estimated: '0.05',
        achieved: '0.04',
        saved: expect.stringMatching(/^0\.0[4-9]\d{0,4}$/),
      },
    ]);
    const { body } = await get(
      `/cost/savings?cluster=lab&from=${iso(lastHour)}&to=${iso(lastHour + hour)}`,
    );
    expect(body).toEqual({ items: [] });
  });

  it('shows the cost of nodes for expected pods that never came', async () => {
    const period = `from: "${iso(lastHour)}", to: "${iso(lastHour + 24 * hour)}"`;
    const data = await ask(`{ unusedAnticipation(${period}) { nodes unpricedNodes cost } }`);
    expect(at(data, 'unusedAnticipation')).toEqual({ nodes: 0, unpricedNodes: 0, cost: '0' });
    const { body } = await get(
      `/cost/unused-anticipation?cluster=lab&from=${iso(lastHour)}&to=${iso(lastHour + hour)}`,
    );
    expect(body).toEqual({ nodes: 0, unpricedNodes: 0, cost: '0' });
  });
});

describe('a decision about a static pool', () => {
  it('shows the desired and the present replicas of the pool', async () => {
    const { store } = api.api.parts.ports;
    const staticPool = { nodePool: 'fixed', replicas: 1, held: 3 };
    await store.decisions.insert(
      aDecision({
        clusterId,
        id: 'dec_deprovision',
        kind: 'Deprovision',
        body: {
          type: 'Remove',
          reason: 'Overprovisioned',
          candidates: [],
          pods: [],
          interruption: null,
          deadline: null,
          staticPool,
        },
      }),
      [],
    );
    const data = await ask(
      `{ decision(id: "dec_deprovision") { kind staticPool { nodePool replicas held } }
         other: decision(id: "${storedFleet.provisionDecision}") { staticPool { held } } }`,
    );
    expect(data).toEqual({
      decision: { kind: 'DEPROVISION', staticPool },
      other: { staticPool: null },
    });
    expect((await get('/decisions/dec_deprovision')).body).toMatchObject({ staticPool });
    const list = await get('/decisions?kind=DEPROVISION');
    expect(at(list.body, 'items')).toMatchObject([{ id: 'dec_deprovision' }]);
  });
});

describe('a decision about a claim without a pool', () => {
  it('names the object that a person made, and no pool anywhere', async () => {
    const { store } = api.api.parts.ports;
    const { nodePool: _, ...planned } = aPlannedClaim();
    await store.nodeClaims.insert([
      aNodeClaimRecord({
        clusterId,
        id: 'ncl_standalone',
        name: 'build-box',
        nodePool: null,
        decisionId: 'dec_standalone',
        standalone: { objectUid: 'u-1', createdAt: recordedAt },
      }),
    ]);
    await store.decisions.insert(
      aDecision({
        clusterId,
        id: 'dec_standalone',
        kind: 'Provision',
        nodePools: [],
        body: {
          type: 'Provision',
          batchId: null,
          standaloneClaim: 'build-box',
          result: {
            engineVersion: '1',
            newNodeClaims: [{ ...planned, nodePool: null }],
            existingNodes: [],
            unschedulable: [],
            totalPriceMicroUsdPerHour: 40_000,
            cost: null,
          },
          optionCounts: { 'claim-0001': 1 },
          pods: {},
          claims: { 'claim-0001': 'ncl_standalone' },
        },
      }),
      [],
    );
    const data = await ask(
      `{ decision(id: "dec_standalone") {
           nodePools standaloneClaim plannedClaims { nodePool nodeClaim { name nodePool } } }
         other: decision(id: "${storedFleet.provisionDecision}") { standaloneClaim } }`,
    );
    expect(data).toEqual({
      decision: {
        nodePools: [],
        standaloneClaim: 'build-box',
        plannedClaims: [{ nodePool: null, nodeClaim: { name: 'build-box', nodePool: null } }],
      },
      other: { standaloneClaim: null },
    });
    expect((await get('/decisions/dec_standalone')).body).toMatchObject({
      standaloneClaim: 'build-box',
    });
    expect((await get('/node-claims/ncl_standalone')).body).toMatchObject({ nodePool: null });
  });
});

describe('a decision that the cloud made', () => {
  it('shows the nodes to remove, their pods and the deadline', async () => {
    const { store } = api.api.parts.ports;
    await store.decisions.insert(
      aDecision({
        clusterId,
        id: 'dec_interrupt',
        kind: 'Interrupt',
        verdict: { kind: 'Auto' },
        body: {
          type: 'Remove',
          reason: 'Interrupted',
          candidates: [
            {
              nodeName: storedFleet.node,
              nodeClaimId: storedFleet.nodeClaim,
              nodePool: 'default',
              instanceType: 'm5.large',
              zone: 'us-east-1a',
              capacityType: 'spot',
              priceMicroUsdPerHour: 35_000,
              daemonPods: 2,
            },
          ],
          pods: [{ podUid: 'bound', pod: 'shop/web-bound', from: storedFleet.node }],
          interruption: { id: 'int_1', kind: 'SpotInterrupted', instanceId: 'i-1' },
          deadline: recordedAt + 120_000,
        },
      }),
      [],
    );
    const data = await ask(
      `{ decision(id: "dec_interrupt") { kind candidates { nodeName price } moves { pod from to }
          plannedClaims { plannedId } interruptionId deadline } }`,
    );
    expect(at(data, 'decision')).toEqual({
      kind: 'INTERRUPT',
      candidates: [{ nodeName: storedFleet.node, price: '0.035' }],
      moves: [{ pod: 'shop/web-bound', from: storedFleet.node, to: null }],
      plannedClaims: [],
      interruptionId: 'int_1',
      deadline: iso(recordedAt + 120_000),
    });
    expect((await get('/decisions/dec_interrupt')).body).toMatchObject({
      interruptionId: 'int_1',
      moves: [{ to: null }],
    });
  });
});
