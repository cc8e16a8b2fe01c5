import { aDecision, aMeasuredCost, aNodeClaimRecord, anEmptyCommand, aPause } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { monthOf } from '../domain/brake/spend-limit.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { changeBrakeSettings } from './change-brake-settings.js';
import { checkBrakes } from './check-brakes.js';
import { checkSpendForecast } from './check-spend-forecast.js';
import { releasePause } from './set-pause.js';
import { createSpendLimit } from './spend-limits.js';

const minute = 60_000;

/** Adds NodeClaims whose node did not join. */
async function addLost(setup: ClusterSetup, count: number): Promise<void> {
  const { clusterId, clock, store } = setup;
  const launchedAt = clock.now() - 6 * minute;
  const taken = store.tables.nodeClaims.all().length;
  const claims = Array.from(
    { length: count },
    (_, index): NodeClaim =>
      aNodeClaimRecord({
        clusterId,
        id: `ncl_lost${taken + index}`,
        name: `default-lost${taken + index}`,
        state: 'Launched',
        requestedAt: launchedAt - 1_000,
        launchedAt,
        registeredAt: null,
        initializedAt: null,
      }),
  );
  await store.nodeClaims.insert(claims);
}

async function afterAnHour(fields: Parameters<typeof setUpCluster>[0] = {}): Promise<ClusterSetup> {
  const setup = await setUpCluster(fields);
  setup.clock.advance(60 * minute);
  return setup;
}

const pausesOf = ({ store }: ClusterSetup) => store.tables.pauses.all();

describe('checkBrakes, of a cluster that grows', () => {
  async function grow(usual: number): Promise<ClusterSetup> {
    const setup = await afterAnHour({ mode: 'auto' });
    const { clusterId, clock, store } = setup;
    const from = clock.now() - 40 * minute;
    const sample = {
      at: from,
      nodePool: 'default',
      capacityType: 'spot',
      instanceFamily: 'm5',
      instanceType: 'm5.large',
      costNanoUsd: 1,
      nodeMs: usual * minute,
      unpricedNodeMs: 0,
    };
    const period = { from, until: from + minute, isFirst: true };
    await store.cost.add(clusterId, aMeasuredCost(period, [sample]));
    const requestedAt = clock.now() - minute / 2;
    await store.nodeClaims.insert(
      Array.from({ length: 437 }, (_, index) =>
        aNodeClaimRecord({
          clusterId,
          id: `ncl_${index}`,
          name: `default-${index}`,
          state: 'Requested',
          launchedAt: null,
          registeredAt: null,
          initializedAt: null,
          requestedAt,
        }),
      ),
    );
    await checkBrakes(setup.ports, clusterId);
    return setup;
  }

  it('from 2 to 439 nodes stops launches and disruption', async () => {
    const [pause] = pausesOf(await grow(2));
    expect(pause).toMatchObject({
      cause: 'RunawayBrake',
      stops: 'DisruptionAndLaunches',
      evidence: { rule: 'Growth', observed: 437, threshold: 400 },
    });
  });

  it('as much as before in the week does not engage the brake', async () => {
    expect(pausesOf(await grow(200))).toEqual([]);
  });
});

describe('checkBrakes, when it is due again', () => {
  const outcomeOf = ({ ports, clusterId }: ClusterSetup) => checkBrakes(ports, clusterId);
  const soon = ({ clock }: ClusterSetup) => ({ kind: 'Done', nextAt: clock.now() + 10_000 });

  it('is only after a change in a quiet cluster', async () => {
    expect(await outcomeOf(await afterAnHour())).toEqual({ kind: 'Done' });
  });

  it('is soon while NodeClaims are in the window of a rate', async () => {
    const setup = await afterAnHour();
    const requestedAt = setup.clock.now() - 9 * minute;
    const times = { requestedAt, launchedAt: requestedAt, registeredAt: requestedAt };
    const { clusterId, store } = setup;
    await store.nodeClaims.insert([
      aNodeClaimRecord({
        clusterId,
        id: 'ncl_1',
        state: 'Initialized',
        ...times,
        initializedAt: requestedAt,
      }),
    ]);
    expect(await outcomeOf(setup)).toEqual(soon(setup));
    setup.clock.advance(minute);
    expect(await outcomeOf(setup)).toEqual({ kind: 'Done' });
  });

  it('is soon while a launched node may become overdue', async () => {
    const setup = await afterAnHour();
    await addLost(setup, 1);
    setup.clock.advance(20 * minute);
    expect(await outcomeOf(setup)).toEqual(soon(setup));
  });

  it('is soon while an alert has a threshold', async () => {
    const setup = await afterAnHour();
    const { clusterId, ports, store } = setup;
    const { settings, version } = await store.brakes.settings(clusterId);
    await store.brakes.saveSettings(clusterId, { ...settings, alertNodes: 3 }, version);
    expect(await checkBrakes(ports, clusterId)).toEqual(soon(setup));
  });

  it('is soon while spending has a monthly limit', async () => {
    const setup = await afterAnHour();
    const { clusterId, ports } = setup;
    await createSpendLimit(ports, ada, {
      scope: { kind: 'Cluster', clusterId },
      hourlyMicroUsd: null,
      monthlyMicroUsd: 100_000_000,
      blocksLaunches: false,
      requestId: null,
    });
    expect(await outcomeOf(setup)).toEqual(soon(setup));
  });

  it('is soon while a pause is to expire', async () => {
    const setup = await afterAnHour();
    const expiresAt = setup.clock.now() + minute;
    const scope = { kind: 'Cluster', clusterId: setup.clusterId } as const;
    await setup.store.pauses.insert(aPause({ id: 'pau_1', scope, expiresAt }));
    expect(await outcomeOf(setup)).toEqual(soon(setup));
    setup.clock.advance(minute);
    await outcomeOf(setup);
    expect(pausesOf(setup)).toMatchObject([{ releasedAt: expiresAt }]);
    expect(await outcomeOf(setup)).toEqual({ kind: 'Done' });
  });
});

describe('checkBrakes, the runaway brake', () => {
  it('pauses a NodePool whose nodes do not join, with finding, audit entry and measurement', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, store } = setup;
    await addLost(setup, 2);
    await checkBrakes(ports, clusterId);
    expect(pausesOf(setup)).toMatchObject([
      {
        scope: { kind: 'NodePool', clusterId, nodePool: 'default' },
        stops: 'DisruptionAndLaunches',
        cause: 'RunawayBrake',
        owner: 'kerf',
        expiresAt: null,
        evidence: { rule: 'RegistrationFailures', observed: 2 },
      },
    ]);
    expect(store.tables.findings.all()).toMatchObject([
      { code: 'RUNAWAY_BRAKE', object: 'NodePool/default' },
    ]);
    expect(store.tables.audit.all()).toMatchObject([
      { action: 'brake.engage', actor: { kind: 'Kerf', name: 'kerf' } },
    ]);
    expect(setup.meter.of('BrakeEngaged')).toMatchObject([{ rule: 'RegistrationFailures' }]);
  });

  it('engages once, and not again after a person released it', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, clock } = setup;
    await addLost(setup, 2);
    await checkBrakes(ports, clusterId);
    await checkBrakes(ports, clusterId);
    const [pause] = pausesOf(setup);
    clock.advance(1_000);
    const release = { id: pause?.id ?? '', expectedVersion: 1, requestId: null };
    expect(await releasePause(ports, ada, release)).toMatchObject({ kind: 'Released' });
    await checkBrakes(ports, clusterId);
    expect(pausesOf(setup)).toHaveLength(1);
    expect(setup.store.tables.findings.all()).toEqual([]);
    clock.advance(20 * minute);
    await addLost(setup, 2);
    await checkBrakes(ports, clusterId);
    expect(pausesOf(setup)).toHaveLength(2);
  });

  it('is released by Kerf when the NodePool is changed', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, clock, store } = setup;
    await addLost(setup, 2);
    await checkBrakes(ports, clusterId);
    clock.advance(minute);
    store.tables.definitions.updateWhere(
      ({ kind }) => kind === 'NodePool',
      (row) => ({ ...row, updatedAt: clock.now() }),
    );
    await checkBrakes(ports, clusterId);
    expect(pausesOf(setup)).toMatchObject([{ releasedBy: 'kerf' }]);
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'brake.release',
      comment: 'NodePool default or its EC2NodeClass was changed',
    });
  });

  it('is released by Kerf when the NodePool is deleted, and does not engage for it again', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, clock, store } = setup;
    await addLost(setup, 2);
    await checkBrakes(ports, clusterId);
    store.tables.definitions.deleteWhere(({ kind }) => kind === 'NodePool');
    clock.advance(minute);
    await addLost(setup, 2);
    await checkBrakes(ports, clusterId);
    await checkBrakes(ports, clusterId);
    expect(pausesOf(setup)).toMatchObject([{ releasedBy: 'kerf' }]);
    expect(store.tables.findings.all()).toEqual([]);
    expect(store.tables.audit.all().at(-1)).toMatchObject({
      action: 'brake.release',
      comment: 'NodePool default was deleted',
    });
  });

  it('does not release the pause of a person for a NodePool that is deleted', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, store } = setup;
    const scope = { kind: 'NodePool', clusterId, nodePool: 'default' } as const;
    await store.pauses.insert(aPause({ id: 'pau_1', scope }));
    store.tables.definitions.deleteWhere(({ kind }) => kind === 'NodePool');
    await checkBrakes(ports, clusterId);
    expect(pausesOf(setup)).toMatchObject([{ releasedAt: null }]);
  });

  it('does nothing in mode observe', async () => {
    const setup = await afterAnHour({ mode: 'observe', configuredMode: 'observe' });
    await addLost(setup, 5);
    await checkBrakes(setup.ports, setup.clusterId);
    expect(pausesOf(setup)).toEqual([]);
  });
});

describe('checkBrakes, the flap detector', () => {
  /** Replaces one node by another of the same shape, again and again. */
  async function replaceAgain(setup: ClusterSetup, times: number): Promise<void> {
    const { clusterId, clock, store } = setup;
    const claimAt = (index: number, at: number): NodeClaim =>
      aNodeClaimRecord({
        clusterId,
        id: `ncl_${index}`,
        name: `default-${index}`,
        state: 'Initialized',
        nodeName: `node-${index}`,
        requestedAt: at,
      });
    await store.nodeClaims.insert([claimAt(0, clock.now())]);
    for (let index = 1; index <= times; index += 1) {
      clock.advance(5 * minute);
      await store.nodeClaims.insert([claimAt(index, clock.now())]);
      const { instance } = claimAt(index - 1, 0);
      const candidate = {
        nodeName: `node-${index - 1}`,
        nodeClaimId: `ncl_${index - 1}`,
        nodePool: 'default',
        instanceType: instance?.instanceType ?? null,
        zone: instance?.zone ?? null,
        capacityType: instance?.capacityType ?? null,
        priceMicroUsdPerHour: 96_000,
        daemonPods: 0,
      };
      const decision = aDecision({
        clusterId,
        id: `dec_${index}`,
        kind: 'Consolidate',
        state: 'Executed',
        decidedAt: clock.now(),
        finishedAt: clock.now() + minute,
        body: {
          type: 'Disrupt',
          command: anEmptyCommand({ candidates: [candidate] }),
          budgets: [],
          replacementClaims: { 'claim-0001': `ncl_${index}` },
        },
      });
      await store.decisions.insert(decision, []);
    }
    clock.advance(minute);
  }

  it('finds nothing in fewer repetitions', async () => {
    const setup = await afterAnHour();
    await replaceAgain(setup, 3);
    await checkBrakes(setup.ports, setup.clusterId);
    expect(pausesOf(setup)).toEqual([]);
  });

  it('freezes consolidation of the NodePool for a time, with the cycle, and then ends', async () => {
    const setup = await afterAnHour();
    await replaceAgain(setup, 5);
    await checkBrakes(setup.ports, setup.clusterId);
    expect(pausesOf(setup)).toMatchObject([
      {
        stops: 'Consolidation',
        cause: 'FlapDetector',
        scope: { kind: 'NodePool', nodePool: 'default' },
        expiresAt: setup.clock.now() + 240 * minute,
        evidence: { rule: 'SameShapeReplaced', observed: 5, costMicroUsd: 5 * 1_600 },
      },
    ]);
    expect(setup.store.tables.findings.all()).toMatchObject([{ code: 'NODE_POOL_FLAPPING' }]);
    setup.clock.advance(240 * minute);
    await checkBrakes(setup.ports, setup.clusterId);
    expect(pausesOf(setup)).toMatchObject([{ releasedBy: 'kerf' }]);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });
});

describe('checkBrakes, spend limits and alerts', () => {
  it('reports each share of a monthly limit once', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, store, clock } = setup;
    await createSpendLimit(ports, ada, {
      scope: { kind: 'Cluster', clusterId },
      hourlyMicroUsd: null,
      monthlyMicroUsd: 100_000_000,
      blocksLaunches: false,
      requestId: null,
    });
    const spend = (usd: number) =>
      store.tables.costSamples.append({
        clusterId,
        resolution: 'hour',
        at: clock.now(),
        nodePool: 'default',
        capacityType: 'spot',
        instanceFamily: 'm5',
        instanceType: 'm5.large',
        costNanoUsd: usd * 1e9,
        nodeMs: 0,
        unpricedNodeMs: 0,
      });
    const reports = () =>
      store.tables.audit
        .where(({ action }) => action === 'spend-limit.threshold')
        .map(({ comment }) => comment);
    spend(49);
    await checkBrakes(ports, clusterId);
    expect(reports()).toEqual([]);
    spend(35);
    await checkBrakes(ports, clusterId);
    await checkBrakes(ports, clusterId);
    expect(reports()).toHaveLength(1);
    expect(reports()[0]).toMatch(/^80% of the limit of \d{4}-\d\d reached$/u);
    spend(20);
    await checkBrakes(ports, clusterId);
    expect(reports()).toHaveLength(2);
    expect(store.tables.findings.all()).toMatchObject([
      { code: 'SPEND_LIMIT_REACHED', object: 'Cluster' },
    ]);
  });

  it('keeps the limit of a deleted NodePool, and reports nothing about it until there is one again', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, store, clock } = setup;
    const definitions = store.tables.definitions.all();
    await createSpendLimit(ports, ada, {
      scope: { kind: 'NodePool', clusterId, nodePool: 'default' },
      hourlyMicroUsd: null,
      monthlyMicroUsd: 100_000_000,
      blocksLaunches: false,
      requestId: null,
    });
    store.tables.costSamples.append({
      clusterId,
      resolution: 'hour',
      at: clock.now(),
      nodePool: 'default',
      capacityType: 'spot',
      instanceFamily: 'm5',
      instanceType: 'm5.large',
      costNanoUsd: 99e9,
      nodeMs: 0,
      unpricedNodeMs: 0,
    });
    const reports = () =>
      store.tables.audit.where(({ actor }) => actor.kind === 'Kerf').map(({ action }) => action);
    store.tables.definitions.deleteWhere(({ kind }) => kind === 'NodePool');
    await checkBrakes(ports, clusterId);
    expect(reports()).toEqual([]);
    expect(store.tables.findings.all()).toEqual([]);
    for (const row of definitions) store.tables.definitions.set(row.id, row);
    await checkBrakes(ports, clusterId);
    expect(reports()).toContain('spend-limit.threshold');
    expect(store.tables.findings.all()).toMatchObject([{ object: 'NodePool/default' }]);
  });

  it('reports a forecast above the monthly limit once in a month, with hysteresis', async () => {
    const { ports, clusterId, store, clock } = await afterAnHour();
    await createSpendLimit(ports, ada, {
      scope: { kind: 'Cluster', clusterId },
      hourlyMicroUsd: null,
      monthlyMicroUsd: 100_000_000,
      blocksLaunches: false,
      requestId: null,
    });
    const [limit] = await store.spendLimits.list();
    const check = async (forecastUsd: number, month = monthOf(clock.now())) => {
      const [current] = await store.spendLimits.list();
      if (current === undefined) throw new TypeError('the limit is gone');
      const spend = { spentMicroUsd: 1_000_000, forecastMicroUsd: forecastUsd * 1e6 };
      await checkSpendForecast(ports, current, month, spend);
      return (await store.spendLimits.find(current.id))?.forecast;
    };
    const month = monthOf(clock.now());
    expect(limit?.forecast).toBeNull();
    expect(await check(100)).toBeNull();
    expect(await check(124)).toEqual({ month: month.name, exceedingMicroUsd: 124_000_000 });
    // Below the limit, and too little below it to count as its end.
    expect(await check(96)).toEqual({ month: month.name, exceedingMicroUsd: 96_000_000 });
    expect(await check(94)).toEqual({ month: month.name, exceedingMicroUsd: null });
    expect(await check(99)).toEqual({ month: month.name, exceedingMicroUsd: null });
    expect(await check(110)).toEqual({ month: month.name, exceedingMicroUsd: 110_000_000 });
    const reports = () =>
      store.tables.audit
        .where(({ action }) => action === 'spend-limit.forecast')
        .map(({ comment }) => comment);
    expect(reports()).toEqual(['forecast $124.00 of $100.00 by the end of the month']);
    const next = monthOf(month.to);
    expect(await check(101, next)).toEqual({ month: next.name, exceedingMicroUsd: 101_000_000 });
    expect(reports()).toHaveLength(2);
  });

  it('reports the begin and the end of an alert', async () => {
    const setup = await afterAnHour();
    const { ports, clusterId, store, clock } = setup;
    await changeBrakeSettings(ports, ada, {
      clusterId,
      settings: { alertChangesPerMinute: 1, registrationFailures: 0 },
      expectedVersion: 0,
      requestId: null,
    });
    const actions = () =>
      store.tables.audit
        .all()
        .flatMap(({ action }) => (action.startsWith('alert.') ? [action] : []));
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: 'ncl_1', name: 'a', requestedAt: clock.now() - 1_000 }),
      aNodeClaimRecord({ clusterId, id: 'ncl_2', name: 'b', requestedAt: clock.now() - 1_000 }),
    ]);
    await checkBrakes(ports, clusterId);
    await checkBrakes(ports, clusterId);
    expect(actions()).toEqual(['alert.begin']);
    clock.advance(2 * minute);
    await checkBrakes(ports, clusterId);
    expect(actions()).toEqual(['alert.begin', 'alert.end']);
    expect(store.tables.findings.all()).toEqual([]);
  });
});

describe('changeBrakeSettings', () => {
  it('saves and audits nothing if nothing changes', async () => {
    const { ports, store, clusterId } = await setUpCluster();
    const change = { clusterId, settings: {}, expectedVersion: 0, requestId: null };
    expect(await changeBrakeSettings(ports, ada, change)).toMatchObject({
      kind: 'Changed',
      stored: { version: 0 },
    });
    expect(store.tables.audit.all()).toEqual([]);
  });

  it('refuses a value out of range and another version', async () => {
    const { ports, clusterId } = await setUpCluster();
    const change = { clusterId, expectedVersion: 0, requestId: null };
    expect(
      await changeBrakeSettings(ports, ada, { ...change, settings: { flapWindowMs: 1 } }),
    ).toMatchObject({ kind: 'Invalid', problems: [{ path: 'flapWindowMs' }] });
    expect(
      await changeBrakeSettings(ports, ada, { ...change, settings: {}, expectedVersion: 3 }),
    ).toMatchObject({ kind: 'Stale' });
    expect(
      await changeBrakeSettings(ports, ada, { ...change, settings: { flapRepeats: 6 } }),
    ).toMatchObject({ kind: 'Changed', stored: { version: 1, settings: { flapRepeats: 6 } } });
  });
});
