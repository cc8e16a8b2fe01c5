import { aCluster, aNodePoolDefinition, aRevisionOf } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

let api: ApiUnderTest;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await api.api.parts.ports.store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
});
afterAll(() => api.close());

const old = `
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: { name: default, labels: { team: web } }
spec:
  amiFamily: AL2023
  role: "KarpenterNodeRole-\${CLUSTER_NAME}"
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: "\${CLUSTER_NAME}" } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: "\${CLUSTER_NAME}" } }]
  amiSelectorTerms: [{ alias: al2023@latest }]
`;

const madeStatic = `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: hidden }
spec:
  replicas: 1
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: other }
      requirements: []
`;

const convert = (query: string, manifests = old, headers = api.reader) =>
  api.send('POST', `/api/v1/manifests/convert${query}`, headers, { manifests });

describe('converting manifests', () => {
  it('needs read access only, and no cluster', async () => {
    const answer = await convert('');
    expect(answer.status).toBe(200);
    expect(at(answer.body, 'documents.0')).toMatchObject({
      kind: 'EC2NodeClass',
      name: 'default',
      apiVersion: 'karpenter.k8s.aws/v1beta1',
      manifest: expect.stringContaining('apiVersion: karpenter.k8s.aws/v1\n'),
    });
    expect(at(answer.body, 'text')).toContain('  labels:\n    team: web\n');
    expect(at(answer.body, 'text')).toContain('httpPutResponseHopLimit: 2');
    expect((await convert('', old, {})).status).toBe(401);
  });

  it('replaces placeholders with the name of the given cluster', async () => {
    const { body } = await convert('?cluster=prod&replacePlaceholders=true');
    expect(at(body, 'documents.0.manifest')).toContain('role: KarpenterNodeRole-prod\n');
    expect((await convert('?cluster=nowhere')).status).toBe(404);
    expect((await convert('?replacePlaceholders=true')).status).toBe(400);
  });

  it('returns the reason why a document cannot be converted', async () => {
    const { status, body } = await convert('', old.replace('AL2023\n', 'Ubuntu\n'));
    expect(status).toBe(200);
    expect(at(body, 'documents.0.manifest')).toBeNull();
    expect(at(body, 'text')).toContain('cannot be converted');
  });

  it('answers the same in GraphQL', async () => {
    const query = `query ($input: ConvertManifestsInput!) { convertManifests(input: $input) {
      text documents { name manifest findings { code } } } }`;
    const answer = await api.graphql(api.reader, query, {
      input: { manifests: old, clusterId: 'clu_1', replacePlaceholders: true },
    });
    const { body } = await convert('?cluster=prod&replacePlaceholders=true');
    expect(at(answer.body, 'data.convertManifests.text')).toBe(at(body, 'text'));
  });

  it('does not reveal NodePools that the caller cannot read', async () => {
    const { ports } = api.api.parts;
    const hidden = aNodePoolDefinition({ clusterId: 'clu_1', name: 'hidden', id: 'npl_hidden' });
    await ports.store.definitions.insert(hidden, aRevisionOf(hidden));
    const ofWeb = await api.senderOf({
      name: 'of web',
      role: 'viewer',
      scope: { kind: 'NodePool', clusterId: 'clu_1', nodePool: 'web' },
    });
    const codesFor = async (headers: Sender) => {
      const { body } = await convert('?cluster=prod', madeStatic, headers);
      return JSON.stringify(at(body, 'documents.0.findings'));
    };
    expect(await codesFor(api.reader)).toContain('REPLICAS_SWITCHED');
    expect(await codesFor(ofWeb)).toContain('NODE_CLASS_UNKNOWN');
    expect(await codesFor(ofWeb)).not.toContain('REPLICAS_SWITCHED');
  });
});
