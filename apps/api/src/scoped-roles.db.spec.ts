import type { BindingScope } from '@kerf/application';
import { invariant } from '@kerf/core';
import {
  aChannel,
  aDecision,
  aNodeClaimRecord,
  aNodePoolDefinition,
  aNodeRow,
  anIncident,
  anInterruption,
  aPause,
  aRevisionOf,
  aSpendLimit,
  storedFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from './testing/api-under-test.js';
import { storeSamples } from './testing/store-samples.js';

const { cluster, otherCluster } = storedFleet;
const now = Date.now();

let api: ApiUnderTest;
/** An administrator of the NodePool `default`, who must learn nothing of the NodePool `other`. */
let ofPool: Sender;
/** A viewer of what a team owns: the namespace `shop` of the same cluster. */
let ofNamespace: Sender;
/** An administrator of the other cluster. */
let ofLab: Sender;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeSamples(store);
  await storeHiddenObjects();
  const tokenOf = (name: string, role: string, scope: BindingScope): Promise<Sender> =>
    api.senderOf({ name, role, scope });
  ofPool = await tokenOf('pool', 'admin', {
    kind: 'NodePool',
    clusterId: cluster,
    nodePool: 'default',
  });
  ofNamespace = await tokenOf('namespace', 'viewer', { kind: 'Team', teamId: 'tea_shop' });
  ofLab = await tokenOf('lab', 'admin', { kind: 'Cluster', clusterId: otherCluster });
});
afterAll(() => api.close());

async function storeHiddenObjects(): Promise<void> {
  const { store } = api.api.parts.ports;
  const pool = aNodePoolDefinition({ clusterId: cluster, name: 'other', id: 'npl_other' });
  await store.definitions.insert(pool, aRevisionOf(pool));
  await store.nodeClaims.insert([
    aNodeClaimRecord({
      clusterId: cluster,
      id: 'ncl_other',
      name: 'other-claim',
      nodePool: 'other',
      state: 'LaunchFailed',
      instance: null,
      failure: { code: 'INSUFFICIENT_CAPACITY', offerings: 3, detail: 'no room' },
      terminatedAt: now,
    }),
  ]);
  const row = aNodeRow({
    clusterId: cluster,
    name: 'ip-other',
    nodePool: 'other',
    nodeClaimId: 'ncl_other',
  });
  await store.readModel.applyNodes(cluster, [row], []);
  const warning = { clusterId: cluster, id: 'int_other', instanceId: 'i-other', nodePool: 'other' };
  await store.interruptions.insert(
    anInterruption({ ...warning, nodeName: 'ip-other', nodeClaimId: 'ncl_other', receivedAt: now }),
  );
  await store.incidents.insert(
    anIncident({
      clusterId: cluster,
      id: 'inc_other',
      object: 'NodePool/other',
      nodePools: ['other'],
    }),
  );
  const decision = { clusterId: cluster, id: 'dec_hidden', state: 'Executed' } as const;
  await store.decisions.insert(aDecision({ ...decision, nodePools: ['other'] }), []);
  const objects = ['NodePool/other', 'NodeClaim/other-claim', 'Node/ip-other'];
  for (const object of [...objects, 'Decision/dec_hidden']) {
    const message = `other: ${object} has a problem`;
    await store.findings.record({
      clusterId: cluster,
      code: 'TERMINATION_STALLED',
      object,
      message,
      at: now,
    });
  }
  for (const failedAt of [now - 120_000, now]) {
    await store.operationFailures.record([
      {
        clusterId: cluster,
        operation: 'node-claim.launch',
        object: { kind: 'NodeClaim', id: 'ncl_other', name: 'other-claim' },
        errorCode: 'BUG',
        message: 'other',
        remedy: null,
        at: failedAt,
      },
    ]);
  }
  const ofOther = { kind: 'NodePool', clusterId: cluster, nodePool: 'other' } as const;
  const ofDefault = { ...ofOther, nodePool: 'default' };
  await store.access.insertTeam({
    id: 'tea_other',
    name: 'other-team',
    owns: [ofOther],
    members: [],
    createdAt: now,
    version: 1,
  });
  await store.access.insertTeam({
    id: 'tea_shop',
    name: 'shop-team',
    owns: [{ kind: 'Namespace', clusterId: cluster, namespace: 'shop' }],
    members: [],
    createdAt: now,
    version: 1,
  });
  const ofTeam = { kind: 'Team', teamId: 'tea_other' } as const;
  await store.pauses.insert(aPause({ id: 'pau_other', scope: ofOther, reason: 'other is broken' }));
  await store.pauses.insert(aPause({ id: 'pau_team', scope: ofTeam, reason: 'other is broken' }));
  await store.pauses.insert(aPause({ id: 'pau_own', scope: ofDefault }));
  await store.pauses.insert(aPause({ id: 'pau_all', scope: { kind: 'Organization' } }));
  await store.spendLimits.insert(aSpendLimit({ id: 'spl_other', scope: ofOther }));
  await store.spendLimits.insert(aSpendLimit({ id: 'spl_team', scope: ofTeam }));
  await store.spendLimits.insert(
    aSpendLimit({ id: 'spl_cluster', scope: { kind: 'Cluster', clusterId: cluster } }),
  );
  await store.spendLimits.insert(aSpendLimit({ id: 'spl_all', scope: { kind: 'Organization' } }));
  await store.spendLimits.insert(aSpendLimit({ id: 'spl_own', scope: ofDefault }));
  await store.notificationChannels.insert(aChannel({ id: 'chn_1' }));
}

/** Returns an answer as text, with the IDs of the two objects alike. */
async function answerTo(
  sender: Sender,
  [method, path, body]: readonly [string, string, unknown?],
  id: string,
): Promise<string> {
  const headers = { ...sender, 'if-match': '"1-0"' };
  const answer = await api.send(method, path.replace('ID', id), headers, body);
  const text = JSON.stringify(answer.body).replace(/"requestId":"[^"]*"/, '');
  return `${answer.status} ${text.replaceAll(id, 'ID')}`;
}

const idsOf = (body: unknown): readonly string[] => {
  const items = at(body, 'items');
  return Array.isArray(items) ? items.map((item) => String(at(item, 'id'))).sort() : [];
};

describe('a hidden object is answered like one that does not exist', () => {
  const pause = { stops: 'DISRUPTION', reason: 'x' };
  it.each([
    ['GET', '/api/v1/node-pools/ID', 'npl_other'],
    ['DELETE', '/api/v1/node-pools/ID', 'npl_other'],
    ['GET', '/api/v1/node-claims/ID', 'ncl_other'],
    ['GET', '/api/v1/interruptions/ID', 'int_other'],
    ['GET', '/api/v1/incidents/ID', 'inc_other'],
    ['GET', `/api/v1/clusters/${cluster}/nodes/ID`, 'ip-other'],
    ['GET', '/api/v1/pauses/ID', 'pau_other'],
    ['DELETE', '/api/v1/pauses/ID', 'pau_other'],
    ['GET', '/api/v1/pauses/ID', 'pau_team'],
    ['DELETE', '/api/v1/pauses/ID', 'pau_team'],
    ['GET', '/api/v1/alert-thresholds/ID', 'tea_other'],
    ['PATCH', '/api/v1/alert-thresholds/ID', 'tea_other', { nodes: 1 }],
    ['PUT', '/api/v1/spend-limits/ID', 'spl_other', { hourly: '1' }],
    ['DELETE', '/api/v1/spend-limits/ID', 'spl_other'],
    ['DELETE', '/api/v1/spend-limits/ID', 'spl_cluster'],
    ['DELETE', '/api/v1/spend-limits/ID', 'spl_all'],
    ['GET', '/api/v1/operations/op_ID', 'chn_1'],
    [
      'POST',
      `/api/v1/clusters/${cluster}/disruption-simulations`,
      'ip-other',
      { nodeNames: ['ID'] },
    ],
    ['POST', '/api/v1/pauses', 'tea_other', { ...pause, scope: { kind: 'TEAM', teamId: 'ID' } }],
    [
      'POST',
      '/api/v1/pauses',
      'other',
      { ...pause, scope: { kind: 'NODE_POOL', clusterId: cluster, nodePool: 'ID' } },
    ],
  ])('%s %s for %s', async (method, path, id, body?: unknown) => {
    const sent = (name: string) =>
      answerTo(ofPool, [method, path, body === undefined ? undefined : replaced(body, name)], name);
    expect(await sent(id)).toBe(await sent('none-1'));
  });

  it.each([
    ['a cluster', { kind: 'CLUSTER', clusterId: 'ID' }, otherCluster],
    ['a NodePool of it', { kind: 'NODE_POOL', clusterId: 'ID', nodePool: 'x' }, otherCluster],
    ['a team', { kind: 'TEAM', teamId: 'ID' }, 'tea_other'],
  ])('as the scope of a token: %s', async (_name, scope, id) => {
    const sent = (name: string) => {
      const body = replaced({ name: 'x', role: 'viewer', expiresInDays: 1, scope }, name);
      return answerTo(ofPool, ['POST', '/api/v1/api-tokens', body], name);
    };
    expect(await sent(id)).toBe(await sent('none-1'));
  });

  it.each(['chn_1', 'pau_other', 'npl_other', 'ncl_other', 'int_other', storedFleet.auditEntry])(
    'as any object of GraphQL: %s',
    async (id) => {
      const { body } = await api.graphql(ofPool, `{ object(id: "${id}") { __typename } }`);
      expect(at(body, 'data.object')).toBeNull();
    },
  );
});

const replaced = (body: unknown, id: string): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll('"ID"', JSON.stringify(id)));

const attentionOf = (body: unknown): readonly string[] => {
  const attention = at(body, 'attention');
  invariant(Array.isArray(attention), 'attention is a list');
  return attention.map((one) => `${String(at(one, 'kind'))} ${String(at(one, 'count'))}`);
};

describe('counts, findings and lists of a cluster', () => {
  it('have nothing of hidden NodePools', async () => {
    const { body } = await api.send('GET', `/api/v1/clusters/${cluster}`, ofPool);
    expect(JSON.stringify(body)).not.toContain('other');
    expect(at(body, 'summary.nodes')).toBe(1);
    expect(attentionOf(body).join()).not.toContain('LAUNCH_FAILURES');
    expect(attentionOf(body)).toContain('PAUSED 2');
    const all = await api.send('GET', `/api/v1/clusters/${cluster}`, api.writer);
    expect(JSON.stringify(all.body)).toContain('other-claim');
    expect(attentionOf(all.body)).toEqual(
      expect.arrayContaining(['LAUNCH_FAILURES 1', 'PAUSED 4']),
    );
  });

  it('still have what concerns the whole cluster', async () => {
    const { body } = await api.send('GET', `/api/v1/clusters/${cluster}`, ofPool);
    expect(JSON.stringify(at(body, 'findings'))).toContain('CATALOG_STALE');
  });

  it('have pauses that hold something visible, and no others', async () => {
    const own = await api.send('GET', '/api/v1/pauses', ofPool);
    expect(idsOf(own.body)).toEqual(['pau_all', 'pau_own']);
    const ofCluster = await api.send('GET', `/api/v1/pauses?cluster=${cluster}`, ofPool);
    expect(idsOf(ofCluster.body)).toEqual(['pau_all', 'pau_own']);
    const namespaced = await api.send('GET', '/api/v1/pauses', ofNamespace);
    expect(idsOf(namespaced.body)).toEqual(['pau_all']);
    const { body } = await api.send('GET', '/api/v1/pauses', api.reader);
    expect(idsOf(body)).toEqual(['pau_all', 'pau_other', 'pau_own', 'pau_team']);
  });

  it('have the spend limits of what the caller sees as a whole', async () => {
    const own = await api.send('GET', '/api/v1/spend-limits', ofPool);
    expect(idsOf(own.body)).toEqual(['spl_own']);
    const { body } = await api.send('GET', '/api/v1/spend-limits', api.reader);
    expect(idsOf(body)).toHaveLength(5);
  });
});

describe('alert thresholds', () => {
  const scopesOf = async (sender: Sender): Promise<unknown> => {
    const { body } = await api.send('GET', '/api/v1/alert-thresholds', sender);
    const items = at(body, 'items');
    return Array.isArray(items) ? items.map((item) => at(item, 'scope.teamId')) : body;
  };

  it('are those of scopes that the caller sees as a whole', async () => {
    expect(await scopesOf(ofPool)).toEqual([]);
    expect(await scopesOf(ofLab)).toEqual([]);
    expect(await scopesOf(api.reader)).toEqual([null, 'tea_other', 'tea_shop']);
  });

  it('of the organization do not mark clusters for callers who see a part', async () => {
    const { store } = api.api.parts.ports;
    const thresholds = { nodes: 1, spendMicroUsdPerHour: 0, changesPerMinute: 0 };
    const scope = { kind: 'Organization' } as const;
    const stored = { scope, thresholds, activeAlerts: [], version: 0 };
    await store.alertThresholds.save(stored);
    await store.alertThresholds.setActive(stored, ['Nodes'], Date.now());
    const kindsOf = async (sender: Sender) =>
      JSON.stringify((await api.send('GET', `/api/v1/clusters/${cluster}`, sender)).body);
    expect(await kindsOf(api.reader)).toContain('ALERT_THRESHOLD_EXCEEDED');
    expect(await kindsOf(ofPool)).not.toContain('ALERT_THRESHOLD_EXCEEDED');
  });
});

describe('an object of the organization', () => {
  it('is closed to callers with parts: the approval policy', async () => {
    const { status } = await api.send('GET', '/api/v1/approval-policy', ofLab);
    expect(status).toBe(403);
    const { body } = await api.graphql(ofLab, '{ approvalPolicy { version } }');
    expect(at(body, 'errors.0.extensions.code')).toBe('FORBIDDEN');
  });

  it('is not named in changes that such callers follow', async () => {
    const answer = await fetch(`${api.url}/api/v1/changes?topic=AUDIT`, { headers: ofLab });
    const events = answer.body?.getReader();
    invariant(events !== undefined, 'the stream is open');
    const { store } = api.api.parts.ports;
    await store.changes.publish({ topic: 'audit', clusterId: null, id: 'aud_secret', version: 1 });
    await store.changes.publish({
      topic: 'audit',
      clusterId: otherCluster,
      id: 'aud_lab',
      version: 1,
    });
    const decoder = new TextDecoder();
    let text = '';
    while (!text.includes('aud_lab')) {
      const { done, value } = await events.read();
      invariant(!done, `the stream ended: ${text}`);
      text += decoder.decode(value);
    }
    await events.cancel();
    expect(text).not.toContain('aud_secret');
  });
});

describe('an idempotency key', () => {
  it('does not give one caller the stored answer of another', async () => {
    const body = { manifests: 'kind: NodePool' };
    const path = `/api/v1/clusters/${cluster}/manifests?dryRun=true`;
    const headers = { 'idempotency-key': 'same-key' };
    const first = await api.send('POST', path, { ...api.writer, ...headers }, body);
    expect(first.status).toBe(200);
    const second = await api.send('POST', path, { ...ofLab, ...headers }, body);
    expect(second.status).toBe(404);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
  });
});
