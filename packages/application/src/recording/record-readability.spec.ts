import { expect, it } from 'vitest';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { recordReadability } from './record-readability.js';

const overlays = {
  name: 'nodeoverlays.karpenter.sh',
  plural: 'NodeOverlays',
  consequence: 'prices stay as the cloud lists them',
};
const buffers = {
  name: 'capacitybuffers.autoscaling.x-k8s.io',
  plural: 'CapacityBuffers',
  consequence: 'no capacity is kept free',
};

it('records a finding while Kerf may not read a kind, and clears it afterwards', async () => {
  const { store, clusterId } = await setUpCluster();
  const unreadableKinds = [overlays.name, buffers.name];
  await recordReadability(store, overlays, { clusterId, unreadableKinds, at: 1_000 });
  await recordReadability(store, buffers, { clusterId, unreadableKinds, at: 1_000 });
  expect(store.tables.findings.all()).toMatchObject([
    {
      clusterId,
      code: 'KIND_UNREADABLE',
      object: 'CustomResourceDefinition/nodeoverlays.karpenter.sh',
      message:
        'Kerf has no permission to read NodeOverlays of the cluster, so prices stay as the cloud lists them. Apply deploy/rbac.',
      firstSeenAt: 1_000,
    },
    { object: 'CustomResourceDefinition/capacitybuffers.autoscaling.x-k8s.io' },
  ]);

  await recordReadability(store, overlays, {
    clusterId,
    unreadableKinds: [buffers.name],
    at: 2_000,
  });
  expect(store.tables.findings.all().map(({ object }) => object)).toEqual([
    'CustomResourceDefinition/capacitybuffers.autoscaling.x-k8s.io',
  ]);
});

it('records nothing for a kind that Kerf may read', async () => {
  const { store, clusterId } = await setUpCluster();
  await recordReadability(store, overlays, { clusterId, unreadableKinds: [], at: 1_000 });
  expect(store.tables.findings.all()).toEqual([]);
});
