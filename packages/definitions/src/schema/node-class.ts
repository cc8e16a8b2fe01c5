import { amiFamilies, familyOfAlias } from '@kerf/application';
import { z } from 'zod';
import { blockDeviceMappings } from './block-device.js';
import { kubelet } from './kubelet.js';
import { networkInterfaces } from './network-interface.js';
import { tagMap, text } from './primitives.js';
import { noViolation, violationAt, withRules } from './schema-with-rules.js';
import {
  amiSelectorTerms,
  capacityReservationSelectorTerms,
  placementGroupSelector,
  securityGroupSelectorTerms,
  subnetSelectorTerms,
} from './selector-terms.js';

const onOff = z.enum(['enabled', 'disabled']);

const metadataOptions = z.strictObject({
  httpEndpoint: onOff.default('enabled'),
  httpProtocolIPv6: onOff.default('disabled'),
  httpPutResponseHopLimit: z
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('Hop limit of the service; with 1, only pods with the host network can reach it.'),
  httpTokens: z
    .enum(['required', 'optional'])
    .default('required')
    .describe('Required version; with optional, IMDSv1 is enabled too.'),
});

const connectionTracking = withRules(
  z.strictObject({
    tcpEstablishedTimeout: z.int().min(60).max(432_000).exactOptional(),
    udpStreamTimeout: z.int().min(60).max(180).exactOptional(),
    udpTimeout: z.int().min(30).max(60).exactOptional(),
  }),
).presence<'tcpEstablishedTimeout' | 'udpStreamTimeout' | 'udpTimeout'>({
  code: 'CONNECTION_TRACKING_EMPTY',
  message: 'connectionTracking requires at least one timeout',
  cel: 'has(self.tcpEstablishedTimeout) || has(self.udpStreamTimeout) || has(self.udpTimeout)',
  violations: (keysOf) =>
    keysOf('tcpEstablishedTimeout') === null &&
    keysOf('udpStreamTimeout') === null &&
    keysOf('udpTimeout') === null
      ? violationAt()
      : noViolation,
}).schema;

/** Tags that Karpenter or EKS sets, and by which Karpenter finds its instances. */
const restrictedTag =
  /^(eks:eks-cluster-name|kubernetes[.]io\/cluster\/.*|karpenter[.]sh\/node(pool|claim)|karpenter[.]k8s[.]aws\/ec2nodeclass)$/;
/** EC2's limit per resource. */
const maxTags = 50;

const tags = tagMap(z.string().max(256), maxTags).ruleOverItems({
  code: 'TAG_RESTRICTED',
  message:
    'the tags eks:eks-cluster-name, kubernetes.io/cluster/*, karpenter.sh/nodepool, karpenter.sh/nodeclaim and karpenter.k8s.aws/ec2nodeclass are set by Karpenter',
  cel: `self.all(k, !k.matches('${restrictedTag.source.replaceAll('\\/', '/')}'))`,
  violations: (all) =>
    Object.keys(all)
      .filter((key) => restrictedTag.test(key))
      .map((key) => ({ path: [key] })),
}).schema;

/** EC2's limit in bytes, before encoding. */
const maxUserData = 16_384;

const aliasAt = (term: number) => ['amiSelectorTerms', term, 'alias'] as const;

/** `spec` of an EC2NodeClass. Source: karpenter-provider-aws pkg/apis/v1/ec2nodeclass.go. */
export const nodeClassSpec = withRules(
  z.strictObject({
    subnetSelectorTerms,
    securityGroupSelectorTerms,
    amiSelectorTerms: amiSelectorTerms.exactOptional(),
    amiFamily: z
      .enum(amiFamilies)
      .describe('Format of the user data; optional if an alias determines it.')
      .exactOptional(),
    capacityReservationSelectorTerms: capacityReservationSelectorTerms.exactOptional(),
    placementGroupSelector: placementGroupSelector.exactOptional(),
    role: text
      .describe('IAM role of the nodes; Kerf creates its instance profile.')
      .exactOptional(),
    instanceProfile: text.describe('Instance profile of the nodes.').exactOptional(),
    userData: z.string().max(maxUserData).exactOptional(),
    tags: tags.describe('Tags of instances, volumes and launch templates.').exactOptional(),
    associatePublicIPAddress: z.boolean().exactOptional(),
    ipPrefixCount: z.int().min(0).exactOptional(),
    kubelet: kubelet.describe('Settings of the kubelet.').exactOptional(),
    blockDeviceMappings: blockDeviceMappings.describe('Volumes of the instances.').exactOptional(),
    instanceStorePolicy: z
      .literal('RAID0')
      .describe('Combines the NVMe disks to one file system for pods.')
      .exactOptional(),
    networkInterfaces: networkInterfaces.exactOptional(),
    detailedMonitoring: z.boolean().exactOptional(),
    metadataOptions: metadataOptions.prefault({}).describe('The instance metadata service.'),
    connectionTracking: connectionTracking.exactOptional(),
    cpuOptions: z.strictObject({ nestedVirtualization: onOff.exactOptional() }).exactOptional(),
    enclaveOptions: z
      .strictObject({ enabled: z.boolean().describe('False also refuses pods that request one.') })
      .describe('Nitro Enclaves; only instance types that support them are launched with true.')
      .exactOptional(),
    context: z.string().describe('Passed to EC2 unchanged.').exactOptional(),
  }),
)
  .presence<'role' | 'instanceProfile'>({
    code: 'ROLE_AND_INSTANCE_PROFILE',
    message: 'spec.role and spec.instanceProfile are both set; remove one of them',
    cel: '!has(self.role) || !has(self.instanceProfile)',
    violations: (keysOf) =>
      keysOf('role') === null || keysOf('instanceProfile') === null
        ? noViolation
        : violationAt('role'),
  })
  .presence<'role' | 'instanceProfile'>({
    code: 'ROLE_OR_INSTANCE_PROFILE_MISSING',
    message: 'nodes require permissions: set spec.role or spec.instanceProfile',
    cel: 'has(self.role) || has(self.instanceProfile)',
    violations: (keysOf) =>
      keysOf('role') === null && keysOf('instanceProfile') === null ? violationAt() : noViolation,
  })
  .rule(['amiSelectorTerms', 'amiFamily'], {
    code: 'AMI_TERMS_MISSING',
    message: 'amiSelectorTerms is required unless amiFamily is set and is not Custom',
    cel: "has(self.amiSelectorTerms) || (has(self.amiFamily) && self.amiFamily != 'Custom')",
    violations: ({ amiSelectorTerms: terms, amiFamily }) =>
      terms === undefined && (amiFamily === undefined || amiFamily === 'Custom')
        ? violationAt('amiSelectorTerms')
        : noViolation,
  })
  .ruleOverItemsOf(['amiSelectorTerms', 'amiFamily'], {
    code: 'AMI_FAMILY_MISSING',
    message: 'amiFamily must be set unless a term of amiSelectorTerms is an alias',
    cel: 'has(self.amiFamily) || !has(self.amiSelectorTerms) || self.amiSelectorTerms.exists(t, has(t.alias))',
    violations: ({ amiSelectorTerms: terms = [], amiFamily }, isValid) =>
      amiFamily === undefined &&
      terms.length > 0 &&
      terms.every((term, index) => isValid(...aliasAt(index)) && term.alias === undefined)
        ? violationAt('amiFamily')
        : noViolation,
  })
  .ruleOverItemsOf(['amiSelectorTerms', 'amiFamily'], {
    code: 'AMI_FAMILY_MISMATCH',
    message: "amiFamily must be the alias's family, or Custom",
    cel: `!has(self.amiFamily) || self.amiFamily == 'Custom' || !has(self.amiSelectorTerms) || self.amiSelectorTerms.all(t, !has(t.alias) || t.alias.startsWith(self.amiFamily.lowerAscii() + '@'))`,
    violations: ({ amiSelectorTerms: terms = [], amiFamily }, isValid) =>
      amiFamily !== undefined &&
      amiFamily !== 'Custom' &&
      terms.some(
        (term, index) =>
          isValid(...aliasAt(index)) &&
          term.alias !== undefined &&
          familyOfAlias(term.alias) !== amiFamily,
      )
        ? violationAt('amiFamily')
        : noViolation,
  })
  .ruleOverItemsOf(['associatePublicIPAddress', 'networkInterfaces'], {
    code: 'PUBLIC_IP_WITH_INTERFACES',
    message: 'EC2 does not assign a public address to an instance with several network interfaces',
    cel: '!has(self.associatePublicIPAddress) || !self.associatePublicIPAddress || !has(self.networkInterfaces) || self.networkInterfaces.size() <= 1',
    violations: ({ associatePublicIPAddress, networkInterfaces: interfaces = [] }) =>
      associatePublicIPAddress === true && interfaces.length > 1
        ? violationAt('associatePublicIPAddress')
        : noViolation,
  }).schema;
