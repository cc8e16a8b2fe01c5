import {
  aDecision,
  aNodePoolDefinition,
  anApproval,
  aPause,
  aRevisionOf,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
const clusterId = storedFleet.cluster;
const countedAt = Date.parse('2026-11-21T14:02:11Z');
const week = { from: '2026-11-23T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z' };

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  const nightly = aNodePoolDefinition({ clusterId, name: 'nightly', id: 'npl_nightly' });
  const budgets = [{ nodes: '10%' }, { nodes: '0', schedule: '0 22 * * *', duration: '8h' }];
  const pool = {
    ...nightly,
    spec: { ...nightly.spec, disruption: { ...nightly.spec.disruption, budgets } },
  };
  await store.definitions.insert(pool, aRevisionOf(pool));
  await store.readModel.saveBudgets(
    clusterId,
    countedAt,
    ['default', 'nightly', 'refused'].map((nodePool) => ({
      nodePool,
      reason: 'Empty',
      nodes: 25,
      disrupting: 2,
      allowed: 1,
      limitingBudget: null,
      changesAt: null,
    })),
  );
  await store.definitions.saveRefusal({
    clusterId,
    kind: 'NodePool',
    name: 'refused',
    generation: 2,
    extent: 'Disruption',
    field: 'spec.disruption.budgets[0].schedule',
    message: 'is no schedule',
    refusedAt: countedAt,
  });
  await store.pauses.insert(aPause({ id: 'pau_all', scope: { kind: 'Organization' } }));
  await store.pauses.insert(
    aPause({ id: 'pau_default', scope: { kind: 'NodePool', clusterId, nodePool: 'default' } }),
  );
  const window = {
    from: Date.parse('2026-11-24T01:00:00Z'),
    until: Date.parse('2026-11-24T03:00:00Z'),
  };
  await store.decisions.insert(
    aDecision({
      clusterId,
      id: 'dec_window',
      state: 'Approved',
      nodePools: ['nightly'],
      approval: anApproval({}, { window }),
    }),
    [],
  );
});
afterAll(() => api.close());

const get = (query: string, sender: Sender = api.reader) =>
  api.send('GET', `/api/v1/disruption-budgets/calendar?${query}`, sender);
const ofWeek = `from=${week.from}&to=${week.to}`;

const calendar = `query ($from: DateTime!, $to: DateTime!, $filter: BudgetCalendarFilter) {
  budgetCalendar(from: $from, to: $to, first: 10, filter: $filter) { totalCount nodes {
    clusterId clusterName nodePool nodes countedAt budgets { index nodes schedule duration reasons }
    lanes { reasons intervals { from to state allowed limitingBudget } }
    pauses { id scope stops reason owner from to } maintenanceWindows { decisionId kind from to }
    problems { field message } } } }`;

const ask = async (filter: object = {}, period: object = week, sender = api.reader) =>
  (await api.graphql(sender, calendar, { ...period, filter })).body;

const tokenOfPool = (nodePool: string): Promise<Sender> =>
  api.senderOf({
    name: nodePool,
    role: 'viewer',
    scope: { kind: 'NodePool', clusterId, nodePool },
  });

describe('the calendar of disruption budgets', () => {
  it('has the intervals, pauses and maintenance windows of a NodePool, by GraphQL and REST', async () => {
    const body = await ask({ nodePools: ['nightly'] });
    const [pool] = [at(body, 'data.budgetCalendar.nodes.0')];
    expect(pool).toMatchObject({
      clusterName: storedFleet.clusterName,
      nodePool: 'nightly',
      nodes: 25,
      budgets: [
        { index: 0, nodes: '10%' },
        { index: 1, nodes: '0', schedule: '0 22 * * *', duration: '8h' },
      ],
      pauses: [{ id: 'pau_all', scope: 'ORGANIZATION', stops: 'DISRUPTION', to: null }],
      maintenanceWindows: [{ decisionId: 'dec_window', kind: 'EMPTY' }],
      problems: [],
    });
    expect(at(pool, 'lanes')).toHaveLength(1);
    expect(at(pool, 'lanes.0.reasons')).toEqual(['EMPTY', 'UNDERUTILIZED', 'DRIFTED', 'UNHEALTHY']);
    expect(at(pool, 'lanes.0.intervals.0')).toEqual({
      from: week.from,
      to: '2026-11-23T06:00:00.000Z',
      state: 'BLOCKED',
      allowed: 0,
      limitingBudget: 1,
    });
    expect(at(pool, 'lanes.0.intervals.1')).toMatchObject({
      to: '2026-11-23T22:00:00.000Z',
      state: 'LIMITED',
      allowed: 3,
      limitingBudget: 0,
    });
    const rest = await get(`${ofWeek}&nodePool=nightly`);
    expect(rest.status).toBe(200);
    expect(at(rest.body, 'items')).toEqual([pool]);
  });

  it('is blocked for a NodePool that cannot be read, with the field and why', async () => {
    const body = await ask({ search: 'REFUSED' });
    expect(at(body, 'data.budgetCalendar')).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          nodePool: 'refused',
          lanes: [{ intervals: [{ ...week, state: 'BLOCKED', limitingBudget: null }] }],
          problems: [{ field: 'spec.disruption.budgets[0].schedule', message: 'is no schedule' }],
        },
      ],
    });
  });

  it('is read page by page, and whole as CSV', async () => {
    const first = await get(`${ofWeek}&limit=2`);
    expect(at(first.body, 'items.1.nodePool')).toBe('nightly');
    const next = await get(`${ofWeek}&limit=2&cursor=${String(at(first.body, 'nextCursor'))}`);
    expect(at(next.body, 'items')).toMatchObject([{ nodePool: 'refused' }]);
    const csv = await get(`${ofWeek}&format=csv`);
    expect(String(csv.body).trim().split('\n')).toHaveLength(4);
  });

  it('has only NodePools and pauses that the caller sees', async () => {
    const body = await ask({}, week, await tokenOfPool('nightly'));
    expect(at(body, 'data.budgetCalendar.totalCount')).toBe(1);
    expect(at(body, 'data.budgetCalendar.nodes.0')).toMatchObject({
      nodePool: 'nightly',
      pauses: [{ id: 'pau_all' }],
      maintenanceWindows: [{ decisionId: 'dec_window' }],
    });
    const other = await ask({}, week, await tokenOfPool('other'));
    expect(at(other, 'data.budgetCalendar.nodes')).toEqual([]);
  });

  it.each([
    [{ from: week.to, to: week.from }, 'to must be after from.'],
    [
      { from: week.from, to: '2026-12-28T00:00:00.001Z' },
      'to must be at most 35 days after from; request shorter periods.',
    ],
  ])('refuses the period %o and says which field to change', async ({ from, to }, message) => {
    const refused = await get(`from=${from}&to=${to}`);
    expect(refused).toMatchObject({ status: 400, body: { detail: message } });
    expect(at(refused.body, 'errors')).toMatchObject([{ parameter: 'to' }]);
    expect(at(await ask({}, { from, to }), 'errors.0.message')).toBe(message);
  });
});
