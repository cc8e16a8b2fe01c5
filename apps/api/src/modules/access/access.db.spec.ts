import { storedFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';
import { storeSamples } from '../../testing/store-samples.js';

const { cluster } = storedFleet;
let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeSamples(store);
  const team = { members: [], createdAt: 1, version: 1 };
  await store.access.insertTeam({
    ...team,
    id: 'tea_pool',
    name: 'pool',
    owns: [{ kind: 'NodePool', clusterId: cluster, nodePool: 'default' }],
  });
  await store.access.insertTeam({
    ...team,
    id: 'tea_names',
    name: 'names',
    owns: [{ kind: 'Namespace', clusterId: cluster, namespace: 'shop' }],
  });
  await store.access.insertTeam({ ...team, id: 'tea_none', name: 'none', owns: [] });
});
afterAll(() => api.close());

describe('a list of named objects', () => {
  it.each([
    ['teams', 'pool'],
    ['roles', 'viewer'],
  ])('of %s has only those of a name', async (list, name) => {
    const named = await api.send('GET', `/api/v1/${list}?name=${name}`, api.writer);
    expect(named.status).toBe(200);
    expect(named.body).toMatchObject({ items: [{ name }] });
    expect(at(named.body, 'items.1')).toBeUndefined();
    expect((await api.send('GET', `/api/v1/${list}?nmae=a`, api.writer)).status).toBe(400);
  });

  it.each([
    'users',
    'notification-channels',
    'notification-rules',
    'trust-rules',
    'api-tokens',
    'node-pools',
    'node-classes',
    'approval-policy/standing-approvals',
  ])('of %s is empty for a name that none has', async (list) => {
    const { status, body } = await api.send('GET', `/api/v1/${list}?name=no-such`, api.writer);
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: [], nextCursor: null, previousCursor: null });
  });

  it('finds a NodePool, an API token, and the role bindings of a token', async () => {
    const found = async (query: string) =>
      at((await api.send('GET', `/api/v1/${query}`, api.writer)).body, 'items');
    expect(await found('node-pools?name=default')).toMatchObject([{ name: 'default' }]);
    expect(await found('api-tokens?name=writer')).toMatchObject([{ name: 'writer' }]);
    const ofWriter = await found('role-bindings?subject=writer');
    expect(ofWriter).toMatchObject([{ subjectName: 'writer' }]);
    const id = at(ofWriter, '0.subjectId');
    expect(await found(`role-bindings?subject=${String(id)}`)).toEqual(ofWriter);
  });

  it('is looked up by name in GraphQL, too', async () => {
    const query = `{ teams(name: "pool") { name } roles(name: "viewer") { name }
      users(name: "none") { name } apiTokens(name: "writer") { name }
      roleBindings(subject: "writer") { subjectName } trustRules(name: "none") { name }
      notificationChannels(name: "none") { name } notificationRules(name: "none") { name }
      nodePools(name: "default", first: 5) { nodes { name } totalCount }
      nodeClasses(name: "none", first: 5) { totalCount } }`;
    const { body } = await api.graphql(api.writer, query);
    expect(body).toMatchObject({
      data: {
        teams: [{ name: 'pool' }],
        roles: [{ name: 'viewer' }],
        users: [],
        apiTokens: [{ name: 'writer' }],
        roleBindings: [{ subjectName: 'writer' }],
        trustRules: [],
        notificationChannels: [],
        notificationRules: [],
        nodePools: { nodes: [{ name: 'default' }], totalCount: 1 },
        nodeClasses: { totalCount: 0 },
      },
    });
  });
});

describe('a team filter', () => {
  it.each([
    ['', 2],
    ['?team=pool', 1],
    ['?team=none', 0],
    ['?team=none&team=pool', 1],
    ['?team=names', 0],
  ])('of the cost: %s', async (query, nodes) => {
    const { body } = await api.send('GET', `/api/v1/cost${query}`, api.reader);
    expect(at(body, 'nodes')).toBe(nodes);
    const month = await api.send('GET', `/api/v1/cost/month${query}`, api.reader);
    expect(month.status).toBe(200);
  });

  it('of the cost in GraphQL', async () => {
    const query =
      '{ none: costNow(teams: ["none"]) { nodes } pool: costNow(teams: ["pool"]) { nodes } }';
    const { body } = await api.graphql(api.reader, query);
    expect(body).toMatchObject({ data: { none: { nodes: 0 }, pool: { nodes: 1 } } });
  });

  it.each([
    ['', 3],
    ['?team=names', 3],
    ['?team=pool', 0],
  ])('of pending pods: %s', async (query, pods) => {
    const { body } = await api.send('GET', `/api/v1/pending-pods${query}`, api.reader);
    expect(at(body, 'items')).toHaveLength(pods);
  });

  it('of groups of pending pods, with their counts', async () => {
    const query = `{ names: pendingPodGroups(teams: ["names"], first: 5) { totalCount }
      pool: pendingPodGroups(teams: ["pool"], first: 5) { totalCount } }`;
    const { body } = await api.graphql(api.reader, query);
    expect(body).toMatchObject({ data: { names: { totalCount: 2 }, pool: { totalCount: 0 } } });
  });
});

describe('a deletion', () => {
  const rule = {
    name: 'ci',
    issuer: 'https://issuer.example',
    audience: 'kerf',
    conditions: [{ claim: 'sub', operator: 'EQUALS', value: 'ci' }],
    role: 'viewer',
    scope: { kind: 'ORGANIZATION' },
    lifetimeSeconds: 60,
  };

  it.each([
    ['roles', { name: 'r', description: '', actions: ['NODE_READ'] }, { description: 'changed' }],
    ['teams', { name: 't', owns: [], members: [] }, { name: 't2' }],
    ['trust-rules', rule, { lifetimeSeconds: 120 }],
  ])('of %s with an ETag is refused after a change', async (path, body, change) => {
    const created = await api.send('POST', `/api/v1/${path}`, api.writer, body);
    expect(created.status).toBe(201);
    const one = `/api/v1/${path}/${String(at(created.body, 'id'))}`;
    const seen = { ...api.writer, 'if-match': created.headers.get('etag') ?? '' };
    expect((await api.send('PUT', one, api.writer, { ...body, ...change })).status).toBe(428);
    const changed = await api.send('PUT', one, seen, { ...body, ...change });
    expect(changed).toMatchObject({ status: 200, body: change });
    expect((await api.send('DELETE', one, seen)).status).toBe(412);
    const current = { ...api.writer, 'if-match': changed.headers.get('etag') ?? '' };
    expect((await api.send('DELETE', one, current)).status).toBeLessThan(300);
  });

  it('without a version deletes whatever there is, and compares a version in GraphQL', async () => {
    const create =
      'mutation { createRole(input: { name: "x", actions: [NODE_READ] }) { role { id } } }';
    const id = String(at((await api.graphql(api.writer, create)).body, 'data.createRole.role.id'));
    const remove = (version: string) =>
      api.graphql(
        api.writer,
        `mutation { deleteRole(input: { id: "${id}" ${version} }) { userErrors { code } } }`,
      );
    expect(at((await remove('expectedVersion: 7')).body, 'data.deleteRole.userErrors')).toEqual([
      { code: 'STALE' },
    ]);
    expect(at((await remove('')).body, 'data.deleteRole.userErrors')).toEqual([]);
  });
});

describe('the status of the audit export', () => {
  it('is absent until a worker has run it, and then has its result', async () => {
    const path = '/api/v1/audit-export';
    expect(await api.send('GET', path, api.reader)).toMatchObject({
      status: 200,
      body: { status: null },
    });
    await api.api.parts.database.pool.query(
      `INSERT INTO audit_export (id, target, checked_at, next_at, failures, failed_at, error)
        VALUES (1, 's3://audit', now(), now(), 2, now(), 'no such bucket')`,
    );
    const { body } = await api.send('GET', path, api.reader);
    expect(body).toMatchObject({
      status: { target: 's3://audit', failures: 2, error: 'no such bucket', lastExportAt: null },
    });
    expect(Number(at(body, 'status.waitingEntries'))).toBeGreaterThan(0);
    const query = '{ auditExport { target lagSeconds waitingEntries } }';
    const answer = await api.graphql(api.reader, query);
    expect(at(answer.body, 'data.auditExport')).toMatchObject({ target: 's3://audit' });
  });
});
