import {
  aCluster,
  aNodePoolDefinition,
  aPause,
  aRevisionOf,
  aSpendLimit,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
const clusterId = storedFleet.cluster;
const ofCluster = { kind: 'CLUSTER', clusterId };

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown, headers: object = {}) =>
  api.send(method, `/api/v1/${path}`, { ...api.writer, ...headers }, body);
const ifMatch = (version: unknown) => ({ 'if-match': `"${String(version)}"` });

describe('pauses', () => {
  it.each([
    [{ kind: 'CLUSTER' }, 'scope.clusterId: is required for the kind CLUSTER'],
    [{ kind: 'NODE_POOL', clusterId }, 'scope.nodePool: is required for the kind NODE_POOL'],
    [
      { kind: 'ORGANIZATION', clusterId },
      'scope.clusterId: must be absent for the kind ORGANIZATION',
    ],
  ])('say in the words of the API which fields a scope has: %o', async (scope, detail) => {
    const refused = await send('POST', 'pauses', { scope, stops: 'DISRUPTION', reason: 'x' });
    expect(refused).toMatchObject({ status: 400, body: { detail } });
  });

  it('are set, listed and released by REST', async () => {
    const scope = { kind: 'CLUSTER', clusterId: storedFleet.clusterName };
    const body = { scope, stops: 'DISRUPTION', reason: 'bad AMI' };
    const set = await send('POST', 'pauses', body, { 'idempotency-key': 'pause-1' });
    expect(set).toMatchObject({
      status: 201,
      body: {
        scope: { ...ofCluster, clusterName: storedFleet.clusterName, nodePool: null },
        stops: 'DISRUPTION',
        cause: 'USER',
        owner: 'writer',
        isInForce: true,
        evidence: null,
        releaseDenial: null,
      },
    });
    const again = await send('POST', 'pauses', body, { 'idempotency-key': 'pause-1' });
    expect(at(again.body, 'id')).toBe(at(set.body, 'id'));
    const location = String(set.headers.get('location')).replace('/api/v1/', '');
    expect(await send('GET', location)).toMatchObject({ status: 200, body: { reason: 'bad AMI' } });
    const list = `pauses?cluster=${storedFleet.clusterName}`;
    expect(at((await send('GET', list)).body, 'items')).toHaveLength(1);

    expect(await send('DELETE', location)).toMatchObject({ status: 428 });
    const version = at(set.body, 'version');
    expect(await send('DELETE', location, undefined, ifMatch(9))).toMatchObject({ status: 412 });
    expect(await send('DELETE', location, undefined, ifMatch(version))).toMatchObject({
      status: 200,
      body: { isInForce: false, releasedBy: 'writer' },
    });
    expect(at((await send('GET', list)).body, 'items')).toEqual([]);
    expect(at((await send('GET', `${list}&includeReleased=true`)).body, 'items')).toHaveLength(1);
    expect(await send('DELETE', location, undefined, ifMatch(2))).toMatchObject({ status: 409 });
  });

  it('are set and released by GraphQL, which names wrong fields', async () => {
    const set = async (input: object) =>
      at(
        (
          await api.graphql(
            api.writer,
            `mutation ($input: SetPauseInput!) { setPause(input: $input) {
              pause { id stops owner version scope { kind nodePool } } userErrors { code field message } } }`,
            { input },
          )
        ).body,
        'data.setPause',
      );
    const good = { scope: { kind: 'ORGANIZATION' }, stops: 'DISRUPTION_AND_LAUNCHES', reason: 'x' };
    const made = await set({ ...good, owner: 'sre' });
    expect(made).toMatchObject({ pause: { owner: 'sre', scope: { kind: 'ORGANIZATION' } } });
    expect(await set({ ...good, reason: ' ' })).toMatchObject({
      pause: null,
      userErrors: [{ code: 'INVALID', field: 'input.reason' }],
    });
    expect(
      await set({ ...good, scope: { kind: 'NODE_POOL', clusterId, nodePool: 'nope' } }),
    ).toMatchObject({
      userErrors: [{ field: 'input.scope.nodePool', message: expect.stringMatching(/It has /u) }],
    });
    const input = { id: at(made, 'pause.id'), expectedVersion: 1, comment: 'fixed' };
    const released = await api.graphql(
      api.writer,
      `mutation ($input: ReleasePauseInput!) { releasePause(input: $input) {
        pause { isInForce releasedBy } userErrors { code } } }`,
      { input },
    );
    expect(at(released.body, 'data.releasePause')).toEqual({
      pause: { isInForce: false, releasedBy: 'writer' },
      userErrors: [],
    });
  });

  it('of a team concern only the clusters of which it owns a part', async () => {
    const { store } = api.api.parts.ports;
    const [owned, other] = ['clu_owned', 'clu_other'];
    await store.clusters.insert(aCluster({ id: owned, name: 'owned' }));
    await store.clusters.insert(aCluster({ id: other, name: 'other' }));
    await store.access.insertTeam({
      id: 'tem_shop',
      name: 'shop',
      owns: [
        { kind: 'NodePool', clusterId: owned, nodePool: 'general' },
        { kind: 'Namespace', clusterId: other, namespace: 'shop' },
      ],
      members: [],
      createdAt: Date.now(),
      version: 1,
    });
    const scope = { kind: 'TEAM', teamId: 'tem_shop' };
    const set = await send('POST', 'pauses', { scope, stops: 'DISRUPTION', reason: 'sale' });
    expect(set.status).toBe(201);
    const reasonsIn = async (cluster: string) =>
      at((await send('GET', `pauses?cluster=${cluster}`)).body, 'items');
    expect(await reasonsIn('owned')).toMatchObject([{ reason: 'sale' }]);
    expect(await reasonsIn('other')).toEqual([]);
    const attention = async (name: string) =>
      at((await send('GET', `clusters/${name}`)).body, 'attention');
    expect(await attention('owned')).toContainEqual(
      expect.objectContaining({ kind: 'PAUSED', count: 1, detail: 'By writer: sale' }),
    );
    expect(await attention('other')).not.toContainEqual(
      expect.objectContaining({ kind: 'PAUSED' }),
    );
    const limit = await send('POST', 'spend-limits', { scope, monthly: '10' });
    const limitsIn = async (cluster: string) =>
      at((await send('GET', `spend-limits?cluster=${cluster}`)).body, 'items');
    expect(await limitsIn('owned')).toHaveLength(1);
    expect(await limitsIn('other')).toEqual([]);
    const month = new Date().toISOString().slice(0, 7);
    const notedAt = Date.now() - 3_600_000;
    const since = new Date(notedAt).toISOString();
    const reached = { month, percent: 80 };
    await store.spendLimits.setReached(String(at(limit.body, 'id')), reached, notedAt);
    const detail = '80% of the $10.00 of a team are reached.';
    expect(await attention('owned')).toContainEqual(
      expect.objectContaining({ kind: 'SPEND_LIMIT_REACHED', count: 1, detail, since }),
    );
    expect(await attention('other')).not.toContainEqual(
      expect.objectContaining({ kind: 'SPEND_LIMIT_REACHED' }),
    );
    const id = String(at(limit.body, 'id'));
    const forecasts = expect.objectContaining({
      kind: 'SPEND_FORECAST_EXCEEDED',
      count: 1,
      detail: 'Forecast for a team: $12.40 of $10.00 by the end of the month.',
      since,
    });
    await store.spendLimits.setForecast(id, { month, exceedingMicroUsd: 12_400_000 }, notedAt);
    expect(await attention('owned')).toContainEqual(forecasts);
    expect(await attention('other')).not.toContainEqual(forecasts);
    for (const ended of [
      { month, exceedingMicroUsd: null },
      { month: '2020-01', exceedingMicroUsd: 12_400_000 },
    ]) {
      await store.spendLimits.setForecast(id, ended, notedAt);
      expect(await attention('owned')).not.toContainEqual(forecasts);
      expect((await store.spendLimits.find(id))?.forecast).toEqual(ended);
    }
    await send('DELETE', `spend-limits/${String(at(limit.body, 'id'))}`, undefined, ifMatch(1));
    await send('DELETE', `pauses/${String(at(set.body, 'id'))}`, undefined, ifMatch(1));
    expect(await attention('owned')).not.toContainEqual(
      expect.objectContaining({ kind: 'PAUSED' }),
    );
  });

  it('of a NodePool do not mark the cluster any more when the NodePool is gone', async () => {
    const { store } = api.api.parts.ports;
    const replaced = 'clu_replaced';
    await store.clusters.insert(aCluster({ id: replaced, name: 'replaced' }));
    const pool = aNodePoolDefinition({ clusterId: replaced, name: 'general' });
    await store.definitions.insert(pool, aRevisionOf(pool));
    const scope = { kind: 'NodePool', clusterId: replaced, nodePool: pool.name } as const;
    const reached = { month: new Date().toISOString().slice(0, 7), percent: 80 };
    await store.pauses.insert(aPause({ id: 'pau_replaced', scope }));
    await store.spendLimits.insert(aSpendLimit({ id: 'spl_replaced', scope, reached }));
    const marks = async () => {
      const items = at((await send('GET', 'clusters/replaced')).body, 'attention');
      return Array.isArray(items) ? items.map((item) => at(item, 'kind')) : items;
    };
    expect(await marks()).toEqual(expect.arrayContaining(['PAUSED', 'SPEND_LIMIT_REACHED']));
    await store.definitions.remove(pool);
    for (const mark of ['PAUSED', 'SPEND_LIMIT_REACHED']) {
      expect(await marks()).not.toContain(mark);
    }
    await store.clusters.remove(replaced);
  });

  it('cannot be set by a reader', async () => {
    const body = { scope: ofCluster, stops: 'DISRUPTION', reason: 'x' };
    expect(await api.send('POST', '/api/v1/pauses', { ...api.reader }, body)).toMatchObject({
      status: 403,
    });
  });
});

describe('spend limits', () => {
  it('are created once for a scope, changed and deleted', async () => {
    const body = { scope: ofCluster, hourly: '5', monthly: '900' };
    const created = await send('POST', 'spend-limits', body);
    expect(created).toMatchObject({
      status: 201,
      body: { hourly: '5', monthly: '900', blocksLaunches: false, reachedPercent: 0 },
    });
    expect(await send('POST', 'spend-limits', body)).toMatchObject({ status: 409 });
    const path = `spend-limits/${String(at(created.body, 'id'))}`;
    const changed = await send('PUT', path, { hourly: '1' }, ifMatch(1));
    expect(changed).toMatchObject({
      status: 200,
      body: { hourly: '1', monthly: null, version: 2 },
    });
    expect(await send('PUT', path, {}, ifMatch(2))).toMatchObject({ status: 400 });
    expect(await send('DELETE', path, undefined, ifMatch(1))).toMatchObject({ status: 412 });
    expect(await send('DELETE', path, undefined, ifMatch(2))).toMatchObject({ status: 204 });
    expect(at((await send('GET', 'spend-limits')).body, 'items')).toEqual([]);
  });
});

describe('alert thresholds of teams and the organization', () => {
  const teamId = 'tem_alerts';
  const addTeam = () =>
    api.api.parts.ports.store.access.insertTeam({
      id: teamId,
      name: 'alerts',
      owns: [{ kind: 'Cluster', clusterId }],
      members: [],
      createdAt: Date.now(),
      version: 1,
    });

  it('are listed for every scope, with its numbers, and changed one by one', async () => {
    await addTeam();
    const listed = at((await send('GET', 'alert-thresholds')).body, 'items');
    expect(listed).toContainEqual(
      expect.objectContaining({
        scope: expect.objectContaining({ teamName: 'alerts' }),
        version: 0,
      }),
    );
    const path = 'alert-thresholds/organization';
    const { body } = await send('GET', path);
    expect(body).toMatchObject({ nodes: 0, spend: '0', exceeded: [], version: 0 });
    expect(at(body, 'currentNodes')).toBeGreaterThan(0);
    expect(await send('PATCH', path, { nodes: 1, spend: '7' }, ifMatch(0))).toMatchObject({
      status: 200,
      body: {
        scope: { kind: 'ORGANIZATION' },
        nodes: 1,
        spend: '7',
        changesPerMinute: 0,
        version: 1,
      },
    });
    expect(await send('PATCH', path, { nodes: 2 }, ifMatch(0))).toMatchObject({ status: 412 });
    expect(await send('PATCH', path, { nodes: -1 }, ifMatch(1))).toMatchObject({ status: 400 });
    const ofTeam = await send('PATCH', `alert-thresholds/${teamId}`, { nodes: 3 }, ifMatch(0));
    expect(ofTeam).toMatchObject({ status: 200, body: { scope: { teamId }, nodes: 3 } });
    expect(await send('GET', 'alert-thresholds/tem_none')).toMatchObject({ status: 404 });
  });

  it('mark the clusters that the scope contains while one is exceeded', async () => {
    const { store } = api.api.parts.ports;
    const [stored] = await store.alertThresholds.list();
    const attention = async () =>
      at((await send('GET', `clusters/${storedFleet.clusterName}`)).body, 'attention');
    const detail = 'An alert threshold of all clusters is exceeded.';
    const began = Date.now() - 3_600_000;
    const alert = expect.objectContaining({
      kind: 'ALERT_THRESHOLD_EXCEEDED',
      count: 1,
      detail,
      since: new Date(began).toISOString(),
    });
    expect(await attention()).not.toContainEqual(alert);
    expect(stored && (await store.alertThresholds.setActive(stored, ['Spend'], began))).toBe(true);
    expect(await attention()).toContainEqual(alert);
    expect(await send('GET', 'alert-thresholds/organization')).toMatchObject({
      body: { exceeded: ['SPEND'] },
    });
  });

  it('are changed by GraphQL, which refuses the scope of a cluster', async () => {
    const change = async (scope: object) =>
      at(
        (
          await api.graphql(
            api.writer,
            `mutation ($input: ChangeAlertThresholdsInput!) { changeAlertThresholds(input: $input) {
              alertThresholds { scope { kind teamId } changesPerMinute version }
              userErrors { code field } } }`,
            { input: { scope, changesPerMinute: 20, expectedVersion: 1 } },
          )
        ).body,
        'data.changeAlertThresholds',
      );
    expect(await change({ kind: 'TEAM', teamId })).toEqual({
      alertThresholds: { scope: { kind: 'TEAM', teamId }, changesPerMinute: 20, version: 2 },
      userErrors: [],
    });
    expect(await change(ofCluster)).toEqual({
      alertThresholds: null,
      userErrors: [{ code: 'INVALID', field: 'input.scope.kind' }],
    });
  });

  it('cannot be changed by a reader', async () => {
    const path = '/api/v1/alert-thresholds/organization';
    const answer = await api.send('PATCH', path, { ...api.reader, ...ifMatch(1) }, { nodes: 1 });
    expect(answer.status).toBe(403);
  });
});

describe('thresholds of brakes', () => {
  it('have defaults, and are changed one by one', async () => {
    const path = `clusters/${storedFleet.clusterName}/brake-settings`;
    expect(await send('GET', path)).toMatchObject({
      status: 200,
      body: { registrationFailures: 2, spendRise: '500', version: 0 },
    });
    const change = { registrationFailures: 3, spendRise: '7' };
    expect(await send('PATCH', path, change, ifMatch(0))).toMatchObject({
      status: 200,
      body: { registrationFailures: 3, spendRise: '7', launchFailures: 5, version: 1 },
    });
    expect(await send('PATCH', path, { flapWindowMs: 1 }, ifMatch(1))).toMatchObject({
      status: 400,
    });
  });
});
