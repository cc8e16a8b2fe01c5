import type { DefinitionTerms, Ec2NodeClassManifest, NodePoolManifest } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { driftedFields } from './drifted-fields.js';

const spec: NodePoolManifest = {
  template: {
    metadata: { labels: { team: 'web', tier: 'gold' }, annotations: {} },
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [],
      taints: [],
      startupTaints: [],
      expireAfter: '720h',
    },
  },
  disruption: { consolidationPolicy: 'WhenEmpty', consolidateAfter: '0s', budgets: [] },
  limits: {},
};
const pool = (fields: Partial<NodePoolManifest['template']['spec']> = {}): DefinitionTerms => ({
  kind: 'NodePool',
  spec: { ...spec, template: { ...spec.template, spec: { ...spec.template.spec, ...fields } } },
});
const labeled = (labels: Readonly<Record<string, string>>): DefinitionTerms => ({
  kind: 'NodePool',
  spec: { ...spec, template: { ...spec.template, metadata: { labels, annotations: {} } } },
});
const nodeClass = (fields: Partial<Ec2NodeClassManifest> = {}): DefinitionTerms => ({
  kind: 'EC2NodeClass',
  spec: {
    subnetSelectorTerms: [{ id: 'subnet-1' }],
    securityGroupSelectorTerms: [{ id: 'sg-1' }],
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    role: 'nodes',
    metadataOptions: {
      httpEndpoint: 'enabled',
      httpProtocolIPv6: 'disabled',
      httpPutResponseHopLimit: 1,
      httpTokens: 'required',
    },
    ...fields,
  },
});

describe('the fields that drifted', () => {
  it('are none if the hash is the same', () => {
    expect(driftedFields(pool(), pool({ expireAfter: '43200m', requirements: [] }))).toEqual([]);
    expect(driftedFields(nodeClass(), nodeClass({ amiFamily: 'AL2023' }))).toEqual([]);
    expect(driftedFields(pool(), nodeClass())).toEqual([]);
  });

  it('name each label that was added, changed or removed', () => {
    expect(driftedFields(labeled({ a: '1', b: '1' }), labeled({ b: '2', c: '3' }))).toEqual([
      { path: 'spec.template.metadata.labels.a', before: '1', after: null },
      { path: 'spec.template.metadata.labels.b', before: '1', after: '2' },
      { path: 'spec.template.metadata.labels.c', before: null, after: '3' },
    ]);
  });

  it('show values as they are written in the manifest', () => {
    const taints = [{ key: 'gpu', value: '', effect: 'NoSchedule' as const }];
    expect(driftedFields(pool(), pool({ expireAfter: 'Never', taints }))).toEqual([
      {
        path: 'spec.template.spec.taints',
        before: '[]',
        after: '[{"key":"gpu","value":"","effect":"NoSchedule"}]',
      },
      { path: 'spec.template.spec.expireAfter', before: '720h', after: 'Never' },
    ]);
  });

  it('of a node class name the member and truncate long text', () => {
    const userData = 'x'.repeat(500);
    const [user, tags, options] = driftedFields(
      nodeClass(),
      nodeClass({
        userData,
        tags: { team: 'web' },
        metadataOptions: {
          httpEndpoint: 'enabled',
          httpProtocolIPv6: 'disabled',
          httpPutResponseHopLimit: 2,
          httpTokens: 'required',
        },
      }),
    );
    expect(user).toMatchObject({ path: 'spec.userData', before: null });
    expect(user?.after).toHaveLength(161);
    expect(tags).toEqual({ path: 'spec.tags.team', before: null, after: 'web' });
    expect(options).toMatchObject({ path: 'spec.metadataOptions.httpPutResponseHopLimit' });
  });
});
