import { definitionGroups } from '../definition-groups.js';
import { capacityBufferSpec } from '../schema/capacity-buffer.js';
import { nodeClaimSpec } from '../schema/node-claim.js';
import { nodeClassSpec } from '../schema/node-class.js';
import { nodeOverlaySpec } from '../schema/node-overlay.js';
import { nodePoolSpec } from '../schema/node-pool.js';
import type { CustomResource, PrinterColumn } from './custom-resource.js';
import {
  capacityBufferStatus,
  nodeClaimStatus,
  nodeClassStatus,
  nodeOverlayStatus,
  nodePoolStatus,
} from './status-schemas.js';

const label = (key: string): string => `.metadata.labels.${key.replaceAll('.', '\\.')}`;
const condition = (type: string): string => `.status.conditions[?(@.type=="${type}")].status`;
const text = (name: string, jsonPath: string): PrinterColumn => ({
  name,
  type: 'string',
  jsonPath,
});
const wide = (name: string, jsonPath: string): PrinterColumn => ({
  ...text(name, jsonPath),
  priority: 1,
});
const ready = text('Ready', condition('Ready'));
const age: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

const nodePool: CustomResource = {
  group: definitionGroups.NodePool,
  kind: 'NodePool',
  plural: 'nodepools',
  description:
    'The nodes that may be launched for pending pods, and the conditions of their disruption.',
  spec: nodePoolSpec,
  status: nodePoolStatus,
  scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.nodes' },
  columns: [
    text('NodeClass', '.spec.template.spec.nodeClassRef.name'),
    { name: 'Nodes', type: 'integer', jsonPath: '.status.nodes' },
    ready,
    age,
    { name: 'Weight', type: 'integer', jsonPath: '.spec.weight', priority: 1 },
    wide('CPU', '.status.resources.cpu'),
    wide('Memory', '.status.resources.memory'),
  ],
};

const nodeClaim: CustomResource = {
  group: definitionGroups.NodePool,
  kind: 'NodeClaim',
  plural: 'nodeclaims',
  description: 'One requested node, from the request to the end of its instance.',
  spec: nodeClaimSpec,
  status: nodeClaimStatus,
  columns: [
    text('Type', label('node.kubernetes.io/instance-type')),
    text('Capacity', label('karpenter.sh/capacity-type')),
    text('Zone', label('topology.kubernetes.io/zone')),
    text('Node', '.status.nodeName'),
    ready,
    age,
    wide('ImageID', '.status.imageID'),
    wide('ID', '.status.providerID'),
    wide('NodePool', label('karpenter.sh/nodepool')),
    wide('NodeClass', '.spec.nodeClassRef.name'),
    wide('Drifted', condition('Drifted')),
  ],
};

const nodeClass: CustomResource = {
  group: definitionGroups.EC2NodeClass,
  kind: 'EC2NodeClass',
  plural: 'ec2nodeclasses',
  shortNames: ['ec2nc', 'ec2ncs'],
  description: 'Launch settings of nodes on EC2: images, network, permissions, disks.',
  spec: nodeClassSpec,
  status: nodeClassStatus,
  columns: [ready, age, wide('Role', '.spec.role')],
};

const nodeOverlay: CustomResource = {
  group: definitionGroups.NodePool,
  kind: 'NodeOverlay',
  plural: 'nodeoverlays',
  version: 'v1alpha1',
  description: 'Prices or resources of instance types that decisions use in place of those of AWS.',
  spec: nodeOverlaySpec,
  status: nodeOverlayStatus,
  hasLongName: true,
  columns: [ready, age, { name: 'Weight', type: 'integer', jsonPath: '.spec.weight', priority: 1 }],
};

const capacityBuffer: CustomResource = {
  group: 'autoscaling.x-k8s.io',
  kind: 'CapacityBuffer',
  plural: 'capacitybuffers',
  shortNames: ['cb'],
  version: 'v1beta1',
  isNamespaced: true,
  description: 'Capacity that is kept free for future pods.',
  spec: capacityBufferSpec,
  status: capacityBufferStatus,
  hasLongName: true,
  columns: [
    text('Strategy', '.spec.provisioningStrategy'),
    { name: 'Replicas', type: 'integer', jsonPath: '.status.replicas' },
    text('Provisioned', condition('Provisioning')),
    age,
  ],
};

/** The custom resources that Kerf reads and writes in a cluster. */
export const customResources: readonly CustomResource[] = [
  nodePool,
  nodeClaim,
  nodeClass,
  nodeOverlay,
  capacityBuffer,
];
