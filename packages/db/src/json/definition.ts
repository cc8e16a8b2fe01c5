import {
  type AmiSelectorTerm,
  amiFamilies,
  type BlockDeviceMapping,
  type BudgetManifest,
  type CapacityReservationSelectorTerm,
  type DefinitionFinding,
  type DefinitionRevision,
  type Ec2NodeClassManifest,
  type KubeletManifest,
  type MetadataOptions,
  type MinSavingManifest,
  type NetworkInterfaceManifest,
  type NodeClassResolution,
  type NodePoolManifest,
  type ObjectMetadata,
  type RequirementManifest,
  type ResolvedCapacityReservation,
  type ResolvedImage,
  type ResolvedPlacementGroup,
  type ResolvedSubnet,
  type SecurityGroupSelectorTerm,
} from '@kerf/application';
import { consolidationPolicies, disruptionReasons, requirementOperators } from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import {
  flag,
  labels,
  nullableNumber,
  nullableText,
  number,
  taint,
  text,
  texts,
} from './values.js';

// Columns of node_pools, node_classes and definition_revisions. Manifests are validated when they
// are saved (packages/definitions), so only their shape is checked here.

const requirementManifest = provenTo<RequirementManifest>().read(
  z.looseObject({
    key: text,
    operator: z.enum(requirementOperators),
    values: texts.exactOptional(),
    minValues: number.exactOptional(),
  } satisfies FieldsOf<RequirementManifest>),
);

const budgetManifest = provenTo<BudgetManifest>().read(
  z.looseObject({
    nodes: text,
    schedule: text.exactOptional(),
    duration: text.exactOptional(),
    reasons: z.array(z.enum(disruptionReasons)).exactOptional(),
  } satisfies FieldsOf<BudgetManifest>),
);

const objectMetadata = z
  .looseObject({ labels, annotations: labels } satisfies FieldsOf<ObjectMetadata>)
  .exactOptional();

const nodePoolManifest = provenTo<NodePoolManifest>().read(
  z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels, annotations: labels }),
      spec: z.looseObject({
        nodeClassRef: z.looseObject({ group: text, kind: text, name: text }),
        requirements: z.array(requirementManifest),
        taints: z.array(taint),
        startupTaints: z.array(taint),
        expireAfter: text,
        terminationGracePeriod: text.exactOptional(),
      } satisfies FieldsOf<NodePoolManifest['template']['spec']>),
    }),
    disruption: z.looseObject({
      consolidationPolicy: z.enum(consolidationPolicies),
      consolidateAfter: text,
      budgets: z.array(budgetManifest),
    } satisfies FieldsOf<NodePoolManifest['disruption']>),
    limits: labels,
    weight: number.exactOptional(),
    replicas: number.exactOptional(),
    minSaving: z
      .looseObject({
        usdPerHour: text.exactOptional(),
        percent: text.exactOptional(),
        podMoveUsdPerHour: text.exactOptional(),
      } satisfies FieldsOf<MinSavingManifest>)
      .exactOptional(),
    objectMetadata,
  } satisfies FieldsOf<NodePoolManifest>),
);

const tags = labels.exactOptional();
const quantities = labels.exactOptional();
const optionalText = text.exactOptional();
const optionalNumber = number.exactOptional();
const onOff = z.enum(['enabled', 'disabled']);

const securityGroupTerm = z.looseObject({
  tags,
  id: optionalText,
  name: optionalText,
} satisfies FieldsOf<SecurityGroupSelectorTerm>);

const amiTerm = z.looseObject({
  alias: optionalText,
  id: optionalText,
  tags,
  name: optionalText,
  owner: optionalText,
  ssmParameter: optionalText,
} satisfies FieldsOf<AmiSelectorTerm>);

const reservationTerm = z.looseObject({
  tags,
  id: optionalText,
  ownerID: optionalText,
  instanceMatchCriteria: z.enum(['open', 'targeted']).exactOptional(),
} satisfies FieldsOf<CapacityReservationSelectorTerm>);

const blockDevice = z.looseObject({
  deviceName: optionalText,
  rootVolume: flag.exactOptional(),
  ebs: z
    .looseObject({
      deleteOnTermination: flag.exactOptional(),
      encrypted: flag.exactOptional(),
      iops: optionalNumber,
      kmsKeyID: optionalText,
      snapshotID: optionalText,
      throughput: optionalNumber,
      volumeInitializationRate: optionalNumber,
      volumeSize: optionalText,
      volumeType: optionalText,
    } satisfies FieldsOf<NonNullable<BlockDeviceMapping['ebs']>>)
    .exactOptional(),
} satisfies FieldsOf<BlockDeviceMapping>);

const kubelet = z.looseObject({
  clusterDNS: texts.exactOptional(),
  maxPods: z.union([number, text]).exactOptional(),
  podsPerCore: optionalNumber,
  systemReserved: quantities,
  kubeReserved: quantities,
  evictionHard: quantities,
  evictionSoft: quantities,
  evictionSoftGracePeriod: quantities,
  evictionMaxPodGracePeriod: optionalNumber,
  imageGCHighThresholdPercent: optionalNumber,
  imageGCLowThresholdPercent: optionalNumber,
  cpuCFSQuota: flag.exactOptional(),
} satisfies FieldsOf<KubeletManifest>);

const networkInterface = z.looseObject({
  networkCardIndex: number,
  deviceIndex: number,
  interfaceType: z.enum(['interface', 'efa-only']),
} satisfies FieldsOf<NetworkInterfaceManifest>);

const metadataOptions = z.looseObject({
  httpEndpoint: onOff,
  httpProtocolIPv6: onOff,
  httpPutResponseHopLimit: number,
  httpTokens: z.enum(['required', 'optional']),
} satisfies FieldsOf<MetadataOptions>);

const nodeClassManifest = provenTo<Ec2NodeClassManifest>().read(
  z.looseObject({
    subnetSelectorTerms: z.array(z.looseObject({ tags, id: optionalText })),
    securityGroupSelectorTerms: z.array(securityGroupTerm),
    amiSelectorTerms: z.array(amiTerm),
    amiFamily: z.enum(amiFamilies).exactOptional(),
    capacityReservationSelectorTerms: z.array(reservationTerm).exactOptional(),
    placementGroupSelector: z.looseObject({ name: optionalText, id: optionalText }).exactOptional(),
    role: optionalText,
    instanceProfile: optionalText,
    userData: optionalText,
    tags,
    associatePublicIPAddress: flag.exactOptional(),
    ipPrefixCount: optionalNumber,
    kubelet: kubelet.exactOptional(),
    blockDeviceMappings: z.array(blockDevice).exactOptional(),
    instanceStorePolicy: z.literal('RAID0').exactOptional(),
    networkInterfaces: z.array(networkInterface).exactOptional(),
    detailedMonitoring: flag.exactOptional(),
    metadataOptions,
    connectionTracking: z
      .looseObject({
        tcpEstablishedTimeout: optionalNumber,
        udpStreamTimeout: optionalNumber,
        udpTimeout: optionalNumber,
      })
      .exactOptional(),
    cpuOptions: z.looseObject({ nestedVirtualization: onOff.exactOptional() }).exactOptional(),
    enclaveOptions: z.looseObject({ enabled: flag }).exactOptional(),
    context: optionalText,
    objectMetadata,
  } satisfies FieldsOf<Ec2NodeClassManifest>),
);

export const nodePoolSpec = recordFormat({
  column: 'node_pools.spec',
  schema: nodePoolManifest,
});

export const nodeClassSpec = recordFormat({
  column: 'node_classes.spec',
  schema: nodeClassManifest,
});

/** A budget inside `node_pools.spec`, which has the version. */
export const limitingBudget = recordFormat({
  column: 'node_pools.spec.disruption.budgets',
  schema: budgetManifest,
});

/** A revision of a NodePool. */
export const nodePoolRevisionSpec = recordFormat({
  column: 'definition_revisions.spec',
  schema: nodePoolManifest,
});

export const revisionSpec = recordFormat({
  column: 'definition_revisions.spec',
  schema: provenTo<DefinitionRevision['spec']>().read(
    z.union([nodePoolManifest, nodeClassManifest]),
  ),
});

const findings = provenTo<readonly DefinitionFinding[]>().read(
  z.array(
    z.looseObject({
      severity: z.enum(['Error', 'Warning', 'Advice']),
      code: text,
      path: text,
      message: text,
      found: nullableText,
      became: nullableText,
      line: optionalNumber,
      column: optionalNumber,
    } satisfies FieldsOf<DefinitionFinding>),
  ),
);

export const revisionFindings = recordFormat({
  column: 'definition_revisions.findings',
  schema: findings,
  layout: 'value',
});

const subnet = z.looseObject({
  id: text,
  zone: text,
  zoneId: text,
  freeAddresses: number,
} satisfies FieldsOf<ResolvedSubnet>);

const image = z.looseObject({
  id: text,
  name: text,
  architecture: z.enum(['amd64', 'arm64']),
  variant: z.enum(['standard', 'nvidia', 'neuron']),
  createdAt: number,
  deprecated: flag,
} satisfies FieldsOf<ResolvedImage>);

const capacityReservation = z.looseObject({
  id: text,
  ownerId: text,
  instanceType: text,
  zone: text,
  type: z.enum(['default', 'capacity-block']),
  matchCriteria: z.enum(['open', 'targeted']),
  interruptible: flag,
  state: z.enum(['active', 'expiring', 'ended']),
  endsAt: nullableNumber,
  freeInstances: number,
} satisfies FieldsOf<ResolvedCapacityReservation>);

const placementGroup = z.looseObject({
  id: text,
  name: text,
  strategy: z.enum(['cluster', 'partition', 'precision-time', 'spread']),
  partitionCount: nullableNumber,
} satisfies FieldsOf<ResolvedPlacementGroup>);

export const nodeClassResolution = recordFormat({
  column: 'node_classes.resolution',
  schema: provenTo<NodeClassResolution>().read(
    z.looseObject({
      resolvedAt: number,
      subnets: z.array(subnet),
      securityGroups: z.array(z.looseObject({ id: text, name: text })),
      securityGroupLookup: z.looseObject({ at: number, terms: text }).exactOptional(),
      images: z.array(image),
      capacityReservations: z.array(capacityReservation).exactOptional(),
      placementGroup: placementGroup.nullable().exactOptional(),
      instanceProfile: nullableText,
      userDataBytes: nullableNumber.exactOptional(),
      problems: z.array(
        z.looseObject({
          condition: z.enum([
            'SubnetsReady',
            'SecurityGroupsReady',
            'AMIsReady',
            'InstanceProfileReady',
            'PlacementGroupReady',
            'ValidationSucceeded',
          ]),
          reason: text,
          message: text,
        }),
      ),
    } satisfies FieldsOf<NodeClassResolution>),
  ),
});
