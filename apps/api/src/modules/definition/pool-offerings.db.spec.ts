import { invariant } from '@kerf/core';
import { fakeInstanceTypes, recordedAt, storedFleet, storeFleet, toFacts } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
const clusterId = storedFleet.cluster;
const path = `/api/v1/clusters/${storedFleet.clusterName}/manifests`;
const arch = 'kubernetes.io/arch';

const aPool = (requirements: readonly object[], nodeClass = 'default') =>
  JSON.stringify({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'web' },
    spec: {
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: nodeClass },
          requirements,
        },
      },
    },
  });
const where = (key: string, ...values: readonly string[]) => ({ key, operator: 'In', values });
const misspelled = aPool([where(arch, 'amd65')]);

const apply = async (manifests: string, dryRun: boolean) =>
  (
    await api.graphql(
      api.writer,
      `mutation ($input: ApplyManifestsInput!) { applyManifests(input: $input) {
        applied userErrors { code field message }
        documents { accepted outcome manifest findings { code severity line message }
          offerings { unknownReason instanceTypes regionInstanceTypes zones regionZones capacityTypes
            cheapest { name zone capacityType price } } } } }`,
      { input: { clusterId, manifests, dryRun } },
    )
  ).body;
const dryRunInRest = (manifests: string) =>
  api.send(
    'POST',
    `${path}?dryRun=All`,
    { ...api.writer, 'content-type': 'application/yaml' },
    manifests,
  );

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  const cluster = await store.clusters.find(clusterId);
  invariant(cluster !== null, 'the cluster is stored');
  await store.clusters.save({ ...cluster, certificateAuthority: 'certificate' });
  await store.catalog.saveFacts(
    { accountId: '111122223333', region: 'us-east-1' },
    {
      region: 'us-east-1',
      fetchedAt: recordedAt,
      onDemandPricesAt: recordedAt,
      instanceTypes: fakeInstanceTypes.map(toFacts),
    },
  );
});
afterAll(() => api.close());

describe('a dry run of a NodePool', () => {
  it('has the instance types and zones that remain, in GraphQL and REST alike', async () => {
    const pool = aPool([where('karpenter.sh/capacity-type', 'on-demand')]);
    // The EC2NodeClass has a subnet in one of the three zones.
    const offerings = {
      unknownReason: null,
      instanceTypes: 6,
      regionInstanceTypes: 6,
      zones: ['us-east-1a'],
      regionZones: 3,
      capacityTypes: ['ON_DEMAND'],
    };
    const answer = at(await apply(pool, true), 'data.applyManifests.documents.0.offerings');
    expect(answer).toMatchObject(offerings);
    expect(at(answer, 'cheapest.0')).toEqual({
      name: 'c5.large',
      zone: 'us-east-1a',
      capacityType: 'ON_DEMAND',
      price: '0.085',
    });
    expect(at((await dryRunInRest(pool)).body, 'documents.0.offerings')).toEqual(answer);
  });

  it('says why it is unknown what remains, and such a NodePool can be saved', async () => {
    const pool = aPool([where(arch, 'arm64')], 'unknown');
    expect(await apply(pool, true)).toMatchObject({
      data: {
        applyManifests: {
          documents: [
            {
              accepted: true,
              offerings: {
                unknownReason: 'the cluster has no EC2NodeClass unknown',
                instanceTypes: null,
              },
            },
          ],
        },
      },
    });
  });

  it('shows a NodePool without instance types as refused, with its manifest', async () => {
    expect(await apply(misspelled, true)).toMatchObject({
      data: {
        applyManifests: {
          userErrors: [],
          documents: [
            {
              accepted: false,
              outcome: 'REFUSED',
              manifest: expect.stringContaining('amd65'),
              offerings: { instanceTypes: 0, regionInstanceTypes: 6 },
            },
          ],
        },
      },
    });
  });
});

describe('saving a NodePool without instance types', () => {
  const message = expect.stringContaining(
    `the requirement ${arch} In [amd65] excludes the last 6; use a value that they have (amd64)`,
  );
  const field = 'manifests.0.spec.template.spec.requirements[0]';

  it('is refused by GraphQL, with the requirement and the fix', async () => {
    expect(await apply(misspelled, false)).toMatchObject({
      data: {
        applyManifests: {
          applied: false,
          userErrors: [{ code: 'INVALID', field: `input.${field}`, message }],
        },
      },
    });
  });

  it('is refused by REST, and nothing is stored', async () => {
    const yaml = { 'content-type': 'application/yaml' };
    const answer = await api.send('POST', path, { ...api.writer, ...yaml }, misspelled);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`In [amd65] excludes the last 6`);
    const { definitions } = api.api.parts.ports.store;
    expect(await definitions.find(clusterId, 'NodePool', 'web')).toBeNull();
  });
});
