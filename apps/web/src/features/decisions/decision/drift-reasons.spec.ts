import { expect, it } from 'vitest';
import { toDriftGroups } from './drift-reasons.js';

const node = (nodeName: string) => ({
  nodeName,
  nodeClaimId: nodeName,
  nodePool: 'general',
  instanceType: null,
  zone: null,
  capacityType: null,
  price: null,
  priceOverlay: null,
  daemonPods: 0,
  repair: null,
});
const drift = {
  reason: 'NodePoolDrifted',
  definition: 'NodePool/general',
  since: '2026-11-21T14:00:00Z',
  fields: [{ path: 'spec.template.metadata.labels.team', before: 'web', after: null }],
};

it('groups nodes by drift reason, and omits those whose reason was not recorded', () => {
  const other = { ...drift, reason: 'AMIDrift', definition: null, fields: [] };
  const groups = toDriftGroups([
    { ...node('a'), drift },
    { ...node('b'), drift: other },
    { ...node('c'), drift: { ...drift } },
    { ...node('d'), drift: null },
  ]);
  expect(groups).toMatchObject([
    {
      sentence: 'The NodePool no longer matches the node',
      isChanged: true,
      definition: 'NodePool/general',
      fields: drift.fields,
      nodeNames: ['a', 'c'],
    },
    { sentence: 'The EC2NodeClass selects another AMI', isChanged: false, nodeNames: ['b'] },
  ]);
});
