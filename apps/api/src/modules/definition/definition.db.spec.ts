import type { NodeClaim } from '@kerf/application';
import { aNodeClaimRecord, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const pool = (name: string, cpu = '10') => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  limits: { cpu: "${cpu}" }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;
const clusterId = storedFleet.cluster;
const path = `/api/v1/clusters/${storedFleet.clusterName}/manifests`;
const yaml = { 'content-type': 'application/yaml' };

describe('applying manifests', () => {
  const mutation = `mutation ($input: ApplyManifestsInput!) { applyManifests(input: $input) {
    applied documents { index kind name accepted manifest currentManifest findings { severity code path line column } }
    userErrors { code field } } }`;
  const apply = async (input: object) =>
    at(
      (await api.graphql(api.writer, mutation, { input: { clusterId, dryRun: false, ...input } }))
        .body,
      'data.applyManifests',
    );

  it('by GraphQL shows the result of saving, then saves it, then shows the stored definition', async () => {
    const dry = await apply({ manifests: pool('web'), dryRun: true });
    expect(dry).toMatchObject({
      applied: false,
      documents: [{ kind: 'NodePool', name: 'web', accepted: true, currentManifest: null }],
      userErrors: [],
    });
    expect(await apply({ manifests: pool('web') })).toMatchObject({ applied: true });
    const changed = await apply({ manifests: pool('web', '20'), dryRun: true });
    expect(String(at(changed, 'documents.0.currentManifest'))).toContain('cpu: "10"');
    expect(String(at(changed, 'documents.0.manifest'))).toContain('cpu: "20"');
  });

  it('by GraphQL saves none when one is refused, and names the fault', async () => {
    const answer = await apply({ manifests: `${pool('good')}---${pool('bad', 'lots')}` });
    expect(answer).toMatchObject({
      applied: false,
      documents: [{ accepted: true }, { accepted: false, manifest: null }],
    });
    expect(at(answer, 'documents.1.findings.0')).toMatchObject({
      severity: 'ERROR',
      path: 'spec.limits.cpu',
    });
    const list = await api.send('GET', '/api/v1/node-pools', api.reader);
    expect(JSON.stringify(list.body)).not.toContain('"good"');
  });

  it('by GraphQL and REST names the line and column of a syntax error', async () => {
    const text = `${pool('good')}---\nkind: NodePool\nspec:\n\tlimits: {}\n`;
    const place = { code: 'YAML_INVALID', line: 15, column: 1 };
    const answer = await apply({ manifests: text, dryRun: true });
    expect(at(answer, 'documents.1.findings')).toMatchObject([place]);
    const rest = await api.send('POST', `${path}?dryRun=true`, { ...api.writer, ...yaml }, text);
    expect(at(rest.body, 'documents.1.findings')).toMatchObject([place]);
  });

  it('by GraphQL is refused for an unknown cluster', async () => {
    expect(await apply({ clusterId: 'clu_none', manifests: pool('web') })).toEqual({
      applied: false,
      documents: [],
      userErrors: [{ code: 'NOT_FOUND', field: 'input.clusterId' }],
    });
  });

  it('by REST takes JSON, and YAML as it is', async () => {
    const dry = await api.send(
      'POST',
      `${path}?dryRun=true`,
      { ...api.writer, ...yaml },
      pool('raw'),
    );
    expect(dry).toMatchObject({ status: 200, body: { applied: false } });
    const done = await api.send('POST', path, api.writer, { manifests: pool('raw') });
    expect(done).toMatchObject({
      status: 201,
      body: { applied: true, documents: [{ name: 'raw', accepted: true }] },
    });
  });

  it('by REST is refused with the path of the wrong field', async () => {
    const answer = await api.send('POST', path, { ...api.writer, ...yaml }, pool('bad', 'lots'));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'BAD_USER_INPUT',
      detail: '1 of 1 documents are invalid. Nothing was saved.',
      errors: [{ pointer: '#/documents/0/spec/limits/cpu' }],
    });
  });

  it('by REST refuses text that is too large, and bodies of another kind', async () => {
    const large = `${pool('large')}# ${'x'.repeat(270_000)}`;
    expect(await api.send('POST', path, { ...api.writer, ...yaml }, large)).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
    const xml = { ...api.writer, 'content-type': 'text/xml' };
    expect(await api.send('POST', path, xml, '<a/>')).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    });
  });

  it('is refused to a caller who may only read', async () => {
    const answer = await api.send(
      'POST',
      `${path}?dryRun=true`,
      { ...api.reader, ...yaml },
      pool('x'),
    );
    expect(answer.status).toBe(403);
  });
});

describe('a dry run', () => {
  const labelled = (team: string, cpu = '10') =>
    pool('labelled', cpu).replace(
      '  template:',
      `  template:\n    metadata: { labels: { team: ${team} } }`,
    );
  const query = `mutation ($input: ApplyManifestsInput!) { applyManifests(input: $input) {
    documents { drift { nodes drifting } } } }`;
  const driftOf = async (manifests: string, dryRun = true) => {
    const input = { clusterId, manifests, dryRun };
    const { body } = await api.graphql(api.writer, query, { input });
    return at(body, 'data.applyManifests.documents.0.drift');
  };

  const setSource = (source: string) =>
    api.api.parts.database.pool.query(`UPDATE node_pools SET source = $1 WHERE name = 'labelled'`, [
      source,
    ]);

  it('has the number of nodes that would drift, and saving makes them drift', async () => {
    expect(await driftOf(labelled('web'), false)).toBeNull();
    const { nodeClaims, definitions } = api.api.parts.ports.store;
    const stored = await definitions.find(clusterId, 'NodePool', 'labelled');
    const claim = (id: string, state: NodeClaim['state'], nodePoolHash = stored?.driftHash) =>
      aNodeClaimRecord({
        clusterId,
        id: `ncl_labelled_${id}`,
        nodePool: 'labelled',
        nodePoolHash: nodePoolHash ?? '',
        state,
      });
    await nodeClaims.insert([
      claim('a', 'Launched'),
      claim('b', 'Initialized'),
      claim('c', 'Terminating'),
      claim('d', 'Initialized', `${stored?.driftHash}-older`),
    ]);
    expect(await driftOf(labelled('web', '20'))).toBeNull();
    expect(await driftOf(labelled('shop'))).toEqual({ nodes: 3, drifting: 2 });
    const rest = await api.send(
      'POST',
      `${path}?dryRun=true`,
      { ...api.writer, ...yaml },
      labelled('shop'),
    );
    // The region of the cluster has no prices, and none of its nodes was initialized.
    expect(at(rest.body, 'documents.0.drift')).toEqual({
      nodes: 3,
      drifting: 2,
      price: '0',
      unpricedNodes: 2,
      leastReplacementMs: null,
      replacementUnknownReason: 'no node of the cluster has been initialized yet',
    });
    // Also for an object that only its cluster can change.
    await setSource('Cluster');
    expect(await driftOf(labelled('shop'))).toEqual({ nodes: 3, drifting: 2 });
    await setSource('Api');
    expect(await driftOf(labelled('shop'), false)).toBeNull();
    // All of them drift now, so that no other change can make them drift.
    expect(await driftOf(labelled('data'))).toBeNull();
  });
});

describe('reading definitions', () => {
  it('shows a pool’s limits, findings and budgets, and why it is not ready', async () => {
    const answer = await api.graphql(
      api.reader,
      `{ nodePool(id: "${storedFleet.nodePool}") { source isReady notReadyReason nodes price unpricedNodes
         limits { resource usage limit } findings { code severity } budgets { allowed limitingBudget { index nodes } }
         revisions { revision savedBy } } }`,
    );
    expect(at(answer.body, 'data.nodePool')).toEqual({
      source: 'API',
      isReady: true,
      notReadyReason: null,
      nodes: 1,
      price: '0.096',
      unpricedNodes: 0,
      limits: [
        { resource: 'cpu', usage: 4_000, limit: 100_000 },
        { resource: 'memory', usage: 16_000, limit: null },
      ],
      findings: [{ code: 'SINGLE_ZONE', severity: 'ADVICE' }],
      budgets: [{ allowed: 1, limitingBudget: { index: 0, nodes: '10%' } }],
      revisions: [{ revision: 1, savedBy: 'ada' }],
    });
  });

  it('shows whether nodes of a pool come to be', async () => {
    const query = `{ nodePool(id: "${storedFleet.nodePool}") {
      registrationHealth { status outcomes failures lastFailureAt lastFailureDetail } } }`;
    const { store, clock } = api.api.parts.ports;
    const failure = { code: 'LAUNCH_REFUSED', detail: 'UnauthorizedOperation' } as const;
    await store.nodeClaims.insert(
      [1, 2].map((number) =>
        aNodeClaimRecord({
          clusterId,
          id: `ncl_refused_${number}`,
          state: 'LaunchFailed',
          failure,
          terminatedAt: clock.now() + number,
        }),
      ),
    );
    const answer = await api.graphql(api.reader, query);
    expect(answer.body).toMatchObject({
      data: {
        nodePool: {
          registrationHealth: {
            status: 'UNHEALTHY',
            failures: 2,
            lastFailureDetail: 'UnauthorizedOperation',
          },
        },
      },
    });
    const one = await api.send('GET', `/api/v1/node-pools/${storedFleet.nodePool}`, api.reader);
    expect(one.body).toMatchObject({ registrationHealth: { status: 'UNHEALTHY', failures: 2 } });
  });

  it('by REST gives the same with an ETag', async () => {
    const one = await api.send('GET', `/api/v1/node-pools/${storedFleet.nodePool}`, api.reader);
    expect(one.headers.get('etag')).toMatch(/^"1-/);
    expect(one.body).toMatchObject({
      name: 'default',
      isReady: true,
      limits: [{ usage: 4_000, limit: 100_000 }, { limit: null }],
      budgets: [{ limitingBudget: { nodes: '10%' } }],
    });
    expect(String(at(one.body, 'manifest'))).toContain('kind: NodePool');
    const nodeClass = await api.send(
      'GET',
      `/api/v1/node-classes/${storedFleet.nodeClass}`,
      api.reader,
    );
    expect(nodeClass.body).toMatchObject({
      source: 'CLUSTER',
      isReady: true,
      subnets: [{ id: 'subnet-1' }],
      nodePools: expect.arrayContaining(['default']),
    });
    const all = await api.send('GET', '/api/v1/node-classes?cluster=prod-eu-1', api.reader);
    expect(at(all.body, 'items')).toHaveLength(1);
    expect(await api.send('GET', '/api/v1/node-pools/npl_none', api.reader)).toMatchObject({
      status: 404,
    });
    expect(await api.send('GET', '/api/v1/node-pools?cluster=none', api.reader)).toMatchObject({
      status: 404,
    });
  });
});

describe('a static pool', () => {
  const fixed = (replicas: string) =>
    pool('fixed').replace('  limits: { cpu: "10" }', `  ${replicas}\n  limits: { nodes: "9" }`);

  it('shows its desired replicas, and its NodeClaims', async () => {
    const applied = await api.send('POST', path, api.writer, { manifests: fixed('replicas: 3') });
    expect(applied.status).toBe(201);
    const { nodeClaims, definitions } = api.api.parts.ports.store;
    const claim = (id: string, state: NodeClaim['state'], nodePool = 'fixed') =>
      aNodeClaimRecord({ clusterId, id: `ncl_fixed_${id}`, nodePool, state });
    await nodeClaims.insert([
      claim('a', 'Requested'),
      claim('b', 'Initialized'),
      claim('c', 'Terminating'),
      claim('d', 'LaunchFailed'),
      claim('e', 'Initialized', 'other'),
    ]);
    const { id } = (await definitions.find(clusterId, 'NodePool', 'fixed')) ?? { id: '' };
    const answer = await api.graphql(
      api.reader,
      `{ nodePool(id: "${id}") { replicas presentReplicas } }`,
    );
    expect(at(answer.body, 'data.nodePool')).toEqual({ replicas: 3, presentReplicas: 2 });
    const one = await api.send('GET', `/api/v1/node-pools/${id}`, api.reader);
    expect(one.body).toMatchObject({ replicas: 3, presentReplicas: 2 });
    const dynamic = await api.send('GET', `/api/v1/node-pools/${storedFleet.nodePool}`, api.reader);
    expect(dynamic.body).toMatchObject({ replicas: null, presentReplicas: null });
  });

  it('cannot become a dynamic one, and the error names the field', async () => {
    const answer = await api.send('POST', path, api.writer, { manifests: fixed('weight: 1') });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/documents/0/spec/replicas' }] },
    });
  });
});

describe('deleting a definition', () => {
  const mutation = `mutation ($input: DeleteDefinitionInput!) { deleteDefinition(input: $input) {
    deletedId userErrors { code field } } }`;
  const remove = async (id: string, expectedVersion: number) =>
    at(
      (await api.graphql(api.writer, mutation, { input: { id, expectedVersion } })).body,
      'data.deleteDefinition',
    );

  it('is refused if the cluster owns the definition, if it is in use, and if it has changed', async () => {
    expect(await remove(storedFleet.nodeClass, 1)).toMatchObject({
      userErrors: [{ code: 'FORBIDDEN' }],
    });
    expect(await remove(storedFleet.nodePool, 7)).toMatchObject({
      userErrors: [{ code: 'STALE', field: 'input.expectedVersion' }],
    });
    expect(await remove('npl_none', 1)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
    const restPath = `/api/v1/node-classes/${storedFleet.nodeClass}`;
    expect((await api.send('DELETE', restPath, api.writer)).status).toBe(428);
    const headers = { ...api.writer, 'if-match': '"1"' };
    expect((await api.send('DELETE', restPath, headers)).status).toBe(403);
  });

  it('removes the definition', async () => {
    const applied = await api.send('POST', path, api.writer, { manifests: pool('short-lived') });
    expect(applied.status).toBe(201);
    const list = await api.send('GET', '/api/v1/node-pools?limit=100', api.reader);
    const items = at(list.body, 'items');
    const found = Array.isArray(items)
      ? items.find((item) => at(item, 'name') === 'short-lived')
      : null;
    const id = String(at(found, 'id'));
    const headers = { ...api.writer, 'if-match': '"1"' };
    expect(await api.send('DELETE', `/api/v1/node-pools/${id}`, headers)).toMatchObject({
      status: 204,
    });
    expect(await remove(id, 1)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
    expect(await remove(storedFleet.nodePool, 1)).toEqual({
      deletedId: storedFleet.nodePool,
      userErrors: [],
    });
  });
});

describe('an EC2NodeClass of the cluster', () => {
  const marks = {
    labels: {
      'kustomize.toolkit.fluxcd.io/name': 'nodes',
      'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
    },
    annotations: {},
  };
  const manager = { tool: 'FLUX_KUSTOMIZATION', name: 'nodes', namespace: 'flux-system' };

  it('names the tool that applies it, by the labels that the tool has set', async () => {
    const { definitions } = api.api.parts.ports.store;
    const [found] = await definitions.nodeClasses(clusterId);
    if (found === undefined) throw new RangeError('the cluster has an EC2NodeClass');
    const [newest] = await definitions.revisions(found);
    if (newest === undefined) throw new RangeError('it has a revision');
    const read = `query ($id: ID!) { nodeClass(id: $id) { managedBy { tool name namespace } } }`;
    const managedBy = async () =>
      at((await api.graphql(api.reader, read, { id: found.id })).body, 'data.nodeClass.managedBy');
    expect(await managedBy()).toBeNull();
    const spec = { ...found.spec, objectMetadata: marks };
    const revision = found.revision + 1;
    await definitions.save({ ...found, spec, revision }, { ...newest, spec, revision });
    expect(await managedBy()).toEqual(manager);
    const inRest = await api.send('GET', `/api/v1/node-classes/${found.id}`, api.reader);
    expect(at(inRest.body, 'managedBy')).toEqual(manager);
  });
});
