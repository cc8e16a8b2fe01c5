import { type DefinitionEvent, importDefinition } from '@kerf/application';
import { FakeCluster, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const clusterId = storedFleet.cluster;
const cluster = new FakeCluster(clusterId, () => 0);

const pool = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'general' },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'company' },
        requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] }],
      },
    },
  },
};
const nodeClass = {
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'company' },
  spec: {
    role: 'NodeRole',
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    subnetSelectorTerms: [{ id: 'subnet-1' }],
    securityGroupSelectorTerms: [{ id: 'sg-1' }],
  },
};

/** Imports an object as a watch of the cluster reports it. */
const told = (
  kind: DefinitionEvent['kind'],
  name: string,
  object: unknown,
  deletionRequestedAt: DefinitionEvent['deletionRequestedAt'] = null,
) =>
  importDefinition({ ...api.api.parts.ports, cache: cluster }, clusterId, {
    kind,
    name,
    object,
    generation: null,
    createdAt: null,
    deletionRequestedAt,
    managedByKerf: false,
  });

async function readPool() {
  const answer = await api.graphql(
    api.reader,
    `{ nodePools(clusterId: "${clusterId}", first: 10) { nodes { id name notReadyReason findings { code } } } }`,
  );
  const pools = at(answer.body, 'data.nodePools.nodes');
  const found: unknown = Array.isArray(pools)
    ? pools.find((each) => at(each, 'name') === 'general')
    : undefined;
  const findings = at(found, 'findings');
  return {
    id: String(at(found, 'id')),
    notReadyReason: at(found, 'notReadyReason'),
    codes: Array.isArray(findings) ? findings.map((finding) => at(finding, 'code')) : [],
  };
}

describe('the findings of a pool', () => {
  it('say that its class is unknown as long as it is, whichever of them came first', async () => {
    await told('NodePool', 'general', pool);
    expect(await readPool()).toMatchObject({
      notReadyReason: 'EC2NodeClass company not found',
      codes: ['NODE_CLASS_UNKNOWN', 'NO_LIMITS'],
    });
    await told('EC2NodeClass', 'company', nodeClass);
    const known = await readPool();
    expect(known).toMatchObject({
      notReadyReason: 'EC2NodeClass company is not resolved yet',
      codes: ['NO_LIMITS'],
    });
    const one = await api.send('GET', `/api/v1/node-pools/${known.id}`, api.reader);
    expect(at(one.body, 'findings')).toMatchObject([{ code: 'NO_LIMITS' }]);
    await told('EC2NodeClass', 'company', null);
    expect(await readPool()).toMatchObject({
      notReadyReason: 'EC2NodeClass company not found',
      codes: ['NODE_CLASS_UNKNOWN', 'NO_LIMITS'],
    });
  });

  it('and its state say that it or its class is being deleted', async () => {
    const requestedAt = Date.UTC(2026, 10, 27, 12);
    const deletedAt = new Date(requestedAt).toISOString();
    await told('NodePool', 'general', pool);
    await told('EC2NodeClass', 'company', nodeClass, requestedAt);
    const { id, notReadyReason } = await readPool();
    expect(notReadyReason).toBe('EC2NodeClass company is being deleted');
    const answer = await api.graphql(
      api.reader,
      `{ nodeClasses(clusterId: "${clusterId}", first: 10) { nodes { name isReady deletionRequestedAt problems { message } } } }`,
    );
    expect(at(answer.body, 'data.nodeClasses.nodes')).toContainEqual({
      name: 'company',
      isReady: false,
      deletionRequestedAt: deletedAt,
      problems: [{ message: 'EC2NodeClass company is being deleted' }],
    });
    await told('EC2NodeClass', 'company', nodeClass);
    await told('NodePool', 'general', pool, requestedAt);
    const one = await api.send('GET', `/api/v1/node-pools/${id}`, api.reader);
    expect(one.body).toMatchObject({
      isReady: false,
      notReadyReason: 'NodePool general is being deleted',
      deletionRequestedAt: deletedAt,
    });
  });

  it('of the text are those of the saving', async () => {
    await told('EC2NodeClass', 'company', nodeClass);
    await told('NodePool', 'general', {
      ...pool,
      spec: { ...pool.spec, limits: { cpu: '10', gpus: '1' } },
    });
    expect((await readPool()).codes).toEqual(['LIMIT_UNKNOWN_RESOURCE']);
  });
});
