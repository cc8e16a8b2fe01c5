import type {
  Definition,
  DefinitionRefusal,
  DefinitionRevision,
  NodeClassDefinition,
  NodePoolDefinition,
} from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** Returns a NodePool that Kerf owns, with the NodeClass `default` and two budgets. */
export function aNodePoolDefinition(
  fields: Pick<NodePoolDefinition, 'clusterId' | 'name'> & Partial<NodePoolDefinition>,
): NodePoolDefinition {
  return {
    id: `npl_${fields.clusterId}_${fields.name}`,
    kind: 'NodePool',
    source: 'Api',
    revision: 1,
    driftHash: 'a',
    deletionRequestedAt: null,
    objectGeneration: null,
    spec: {
      template: {
        metadata: { labels: {}, annotations: {} },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [],
          taints: [],
          startupTaints: [],
          expireAfter: '720h',
        },
      },
      disruption: {
        consolidationPolicy: 'WhenEmpty',
        consolidateAfter: '30s',
        budgets: [{ nodes: '10%' }, { nodes: '0', schedule: '@daily', duration: '1h' }],
      },
      limits: { cpu: '100' },
    },
    createdAt: recordedAt,
    updatedAt: recordedAt,
    version: 1,
    ...fields,
  };
}

/** Returns a NodeClass that resolves to a subnet, a security group and an image. */
export function aNodeClassDefinition(
  fields: Pick<NodeClassDefinition, 'clusterId' | 'name'> & Partial<NodeClassDefinition>,
): NodeClassDefinition {
  return {
    id: `ncs_${fields.clusterId}_${fields.name}`,
    kind: 'EC2NodeClass',
    source: 'Api',
    revision: 1,
    driftHash: 'b',
    deletionRequestedAt: null,
    objectGeneration: null,
    spec: {
      subnetSelectorTerms: [{ id: 'subnet-1' }],
      securityGroupSelectorTerms: [{ id: 'sg-1' }],
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      role: 'KarpenterNodeRole',
      metadataOptions: {
        httpEndpoint: 'enabled',
        httpProtocolIPv6: 'disabled',
        httpPutResponseHopLimit: 1,
        httpTokens: 'required',
      },
    },
    resolution: {
      resolvedAt: recordedAt,
      subnets: [{ id: 'subnet-1', zone: 'us-east-1a', zoneId: 'use1-az1', freeAddresses: 250 }],
      securityGroups: [{ id: 'sg-1', name: 'nodes' }],
      images: [
        {
          id: 'ami-1',
          name: 'al2023',
          architecture: 'amd64',
          variant: 'standard',
          createdAt: recordedAt,
          deprecated: false,
        },
      ],
      instanceProfile: 'kerf-profile',
      problems: [],
    },
    createdAt: recordedAt,
    updatedAt: recordedAt,
    version: 1,
    ...fields,
  };
}

/** Returns the current revision of a definition. */
export function aRevisionOf(
  { revision, spec }: Definition,
  fields: Partial<DefinitionRevision> = {},
): DefinitionRevision {
  return { revision, spec, savedAt: recordedAt, savedBy: 'ada', findings: [], ...fields };
}

/** Returns a NodePool object of which nothing but its name could be read. */
export const aDefinitionRefusal = (fields: Partial<DefinitionRefusal> = {}): DefinitionRefusal => ({
  clusterId: 'clu_1',
  kind: 'NodePool',
  name: 'default',
  generation: 2,
  extent: 'Everything',
  field: 'spec.weight',
  message: 'spec.weight: must be a number',
  refusedAt: recordedAt,
  ...fields,
});
