// Generated from stored-types.ts; do not edit. `npm run documents` writes it.
import { z } from 'zod';
import { provenTo } from '../format.js';
import type { StoredParts, StoredTypes } from '../stored-types.js';
import { flag, labels, number, resourceList, text } from '../values.js';

const range = z.looseObject({ min: number.exactOptional(), max: number.exactOptional() });
const range2 = z.looseObject({ min: number.exactOptional(), max: number.exactOptional() });
const ruleSchedule = z.looseObject({
  timeZone: text,
  weekdays: z.array(z.enum([ 'Fri', 'Mon', 'Sat', 'Sun', 'Thu', 'Tue', 'Wed' ])),
  fromHour: number,
  untilHour: number,
});
const ruleMatch = z.looseObject({
  clusters: z.array(text).exactOptional(),
  nodePools: z.array(text).exactOptional(),
  teams: z.array(text).exactOptional(),
  kinds: z.array(z.enum([ 'Consolidate', 'Deprovision', 'Drift', 'Empty', 'Expire', 'Repair' ])).exactOptional(),
  savingMicroUsdPerHour: range.exactOptional(),
  nodes: range2.exactOptional(),
  pods: range2.exactOptional(),
  singleReplica: flag.exactOptional(),
  onlyPodWaits: flag.exactOptional(),
  stateful: flag.exactOptional(),
  persistentVolumes: flag.exactOptional(),
  namespaces: z.array(text).exactOptional(),
  podLabels: labels.exactOptional(),
  capacityTypes: z.array(text).exactOptional(),
  schedule: ruleSchedule.exactOptional(),
});
const auto = z.looseObject({ kind: z.literal('Auto') });
const approvers = z.looseObject({ roles: z.array(text), teams: z.array(text), people: z.array(text) });
const ask = z.looseObject({
  kind: z.literal('Ask'),
  approvals: number,
  from: approvers,
  expiresAfterMs: number.nullable(),
  remindAfterMs: number.nullable(),
  escalation: z.looseObject({ afterMs: number, to: approvers }).nullable(),
});
const deny = z.looseObject({ kind: z.literal('Deny') });
const ruleAction = z.discriminatedUnion('kind', [ auto, ask, deny ]);
const standingMaker = z.looseObject({ id: text, personId: text.nullable() });
const standingApproval = z.looseObject({ until: number, owner: text, maker: standingMaker.exactOptional() });
const approvalRule = z.looseObject({
  name: text,
  match: ruleMatch,
  action: ruleAction,
  standing: standingApproval.exactOptional(),
});
const person = z.looseObject({ kind: z.enum([ 'ApiToken', 'Kerf', 'User' ]), id: text, name: text });
const budgetStatus = z.looseObject({
  nodePool: text,
  reason: z.enum([ 'Drifted', 'Empty', 'Underutilized', 'Unhealthy' ]),
  nodes: number,
  disrupting: number,
  allowed: number,
  limitingBudget: number.nullable(),
  changesAt: number.nullable(),
});
const podProblem = z.enum([
  'INVALID_REQUIREMENT',
  'MATCH_FIELDS',
  'REQUIRES_NO_NODE_POOL',
  'RESOURCE_CLAIM',
  'RESTRICTED_LABEL',
  'VOLUME',
]);
const podInvalid = z.looseObject({ code: z.literal('POD_INVALID'), problem: podProblem, detail: text });
const constraintUnsupported = z.looseObject({ code: z.literal('CONSTRAINT_UNSUPPORTED'), constraint: text });
const noNodePool = z.looseObject({ code: z.literal('NO_NODE_POOL') });
const labelTerm = z.looseObject({
  operator: z.enum([ 'DoesNotExist', 'Exists', 'Gt', 'Gte', 'In', 'Lt', 'Lte', 'NotIn' ]),
  values: z.array(text),
  omitted: number,
});
const volumesIncompatible = z.looseObject({
  code: z.literal('VOLUMES_INCOMPATIBLE'),
  key: text,
  volumes: z.array(z.looseObject({ claim: text, required: z.array(labelTerm) })),
});
const launchesPaused = z.looseObject({
  code: z.literal('LAUNCHES_PAUSED'),
  pauseId: text,
  scope: z.enum([ 'Cluster', 'NodePool', 'Organization', 'Team' ]),
  reason: text,
  owner: text,
  until: number.nullable(),
});
const monthlySpendLimitReached = z.looseObject({
  code: z.literal('MONTHLY_SPEND_LIMIT_REACHED'),
  limitId: text,
  scope: z.enum([ 'Cluster', 'NodePool', 'Organization', 'Team' ]),
  limitMicroUsd: number,
  spentMicroUsd: number,
  until: number,
});
const nodePoolBeingDeleted = z.looseObject({ code: z.literal('NODE_POOL_BEING_DELETED') });
const nodePoolRefused = z.looseObject({ code: z.literal('NODE_POOL_REFUSED'), field: text, detail: text });
const nodePoolNotReady = z.looseObject({ code: z.literal('NODE_POOL_NOT_READY'), nodeClass: text, detail: text });
const noMatchingInstanceType = z.looseObject({
  code: z.literal('NO_MATCHING_INSTANCE_TYPE'),
  allowed: z.looseObject({ key: text, terms: z.array(labelTerm) }).nullable(),
});
const taintNotTolerated = z.looseObject({ code: z.literal('TAINT_NOT_TOLERATED'), key: text, value: text, effect: text });
const labelUndefined = z.looseObject({
  key: text,
  required: z.array(labelTerm),
  volume: text.nullable(),
  alternatives: number,
  code: z.literal('LABEL_UNDEFINED'),
});
const labelConflict = z.looseObject({
  source: z.enum([ 'InstanceTypes', 'NodePool', 'Pod', 'Volume' ]),
  key: text,
  terms: z.array(labelTerm),
});
const requirementIncompatible = z.looseObject({
  key: text,
  required: z.array(labelTerm),
  volume: text.nullable(),
  alternatives: number,
  code: z.literal('REQUIREMENT_INCOMPATIBLE'),
  allowed: labelConflict,
});
const valueUnknown = z.looseObject({
  key: text,
  required: z.array(labelTerm),
  volume: text.nullable(),
  alternatives: number,
  code: z.literal('VALUE_UNKNOWN'),
  known: z.array(text),
});
const subnetMissing = z.looseObject({
  key: text,
  required: z.array(labelTerm),
  volume: text.nullable(),
  alternatives: number,
  code: z.literal('SUBNET_MISSING'),
  nodeClass: text,
  zones: z.array(text),
  available: z.array(text),
});
const imageMissing = z.looseObject({
  key: text,
  required: z.array(labelTerm),
  volume: text.nullable(),
  alternatives: number,
  instanceTypes: z.array(text),
  omitted: number,
  nodeClass: text,
  architectures: z.array(text),
  variant: text,
  code: z.literal('IMAGE_MISSING'),
});
const networkIncompatible = z.looseObject({
  key: text,
  required: z.array(labelTerm),
  volume: text.nullable(),
  alternatives: number,
  instanceTypes: z.array(text),
  omitted: number,
  code: z.literal('NETWORK_INCOMPATIBLE'),
  nodeClass: text,
});
const nodeClassIncompatible = z.looseObject({
  key: text,
  required: z.array(labelTerm),
  volume: text.nullable(),
  alternatives: number,
  instanceTypes: z.array(text),
  omitted: number,
  field: text,
  value: text,
  code: z.literal('NODE_CLASS_INCOMPATIBLE'),
  nodeClass: text,
});
const noOffering = z.looseObject({
  code: z.literal('NO_OFFERING'),
  zones: z.array(text),
  capacityTypes: z.array(text),
});
const offeringsUnavailable = z.looseObject({
  code: z.literal('OFFERINGS_UNAVAILABLE'),
  zones: z.array(text),
  capacityTypes: z.array(text),
  offerings: number,
  until: number.nullable(),
  shifted: z.looseObject({ zones: z.array(text), offerings: number }).exactOptional(),
});
const reservationFull = z.looseObject({ code: z.literal('RESERVATION_FULL'), reservations: z.array(text) });
const offeringUnpriced = z.looseObject({ code: z.literal('OFFERING_UNPRICED') });
const nodePool = z.looseObject({ source: z.literal('NodePool'), key: text, terms: z.array(labelTerm) });
const imageMissing2 = z.looseObject({
  source: z.literal('Image'),
  nodeClass: text,
  architectures: z.array(text),
  variant: text,
});
const network = z.looseObject({ source: z.literal('Network'), nodeClass: text });
const subnet = z.looseObject({ source: z.literal('Subnet'), nodeClass: text, zones: z.array(text) });
const setting = z.looseObject({ source: z.literal('Setting'), nodeClass: text, field: text, value: text });
const typeExclusion = z.discriminatedUnion('source', [ nodePool, imageMissing2, network, subnet, setting ]);
const resourceNotOffered = z.looseObject({
  instanceTypes: z.array(text),
  omitted: number,
  code: z.literal('RESOURCE_NOT_OFFERED'),
  resource: text,
  requested: number,
  excludedBy: typeExclusion.nullable(),
});
const resourceTooLarge = z.looseObject({
  code: z.literal('RESOURCE_TOO_LARGE'),
  resource: text,
  requested: number,
  daemons: number,
  largest: number,
  instanceType: text,
  fitting: z.looseObject({ instanceType: text, excludedBy: typeExclusion }).nullable(),
});
const resourceCombinationTooLarge = z.looseObject({ code: z.literal('RESOURCE_COMBINATION_TOO_LARGE'), resources: z.array(text) });
const limitExceeded = z.looseObject({
  code: z.literal('LIMIT_EXCEEDED'),
  resource: text,
  limit: number,
  usage: number,
  needed: number,
  instanceType: text.nullable(),
});
const spendLimitExceeded = z.looseObject({
  code: z.literal('SPEND_LIMIT_EXCEEDED'),
  limitId: text,
  scope: z.enum([ 'Cluster', 'NodePool', 'Organization', 'Team' ]),
  limitMicroUsdPerHour: number,
  spendMicroUsdPerHour: number,
  neededMicroUsdPerHour: number,
  instanceType: text.nullable(),
});
const hostPortConflict = z.looseObject({
  code: z.literal('HOST_PORT_CONFLICT'),
  port: number,
  protocol: text,
  daemonSet: text.nullable(),
});
const volumeLimitExceeded = z.looseObject({
  code: z.literal('VOLUME_LIMIT_EXCEEDED'),
  driver: text,
  volumeCount: number,
  limit: number,
  instanceType: text.nullable(),
});
const minValuesUnmet = z.looseObject({
  code: z.literal('MIN_VALUES_UNMET'),
  key: text,
  minValues: number,
  found: number,
});
const topologyKind = z.enum([ 'Affinity', 'AntiAffinity', 'Spread' ]);
const topologyUnsatisfiable = z.looseObject({
  code: z.literal('TOPOLOGY_UNSATISFIABLE'),
  kind: topologyKind,
  key: text,
  selector: text.nullable(),
  isOwn: flag,
  domains: z.array(text),
  reachable: z.array(text),
});
const reservationPending = z.looseObject({ code: z.literal('RESERVATION_PENDING') });
const deviceCause = z.enum([
  'CONSTRAINT',
  'ELSEWHERE',
  'IN_USE',
  'TOO_COMPLEX',
  'TOO_FEW',
  'UNDECIDED',
  'UNSUPPORTED',
]);
const devicesMissing = z.looseObject({
  code: z.literal('DEVICES_MISSING'),
  claim: text,
  request: text,
  cause: deviceCause,
  detail: text,
  neededDevices: number.nullable(),
  foundDevices: number,
});
const instanceTypeMismatch = z.looseObject({
  code: z.literal('INSTANCE_TYPE_MISMATCH'),
  key: text,
  required: z.array(labelTerm),
  found: z.array(labelTerm),
});
const instanceTypeTooSmall = z.looseObject({
  code: z.literal('INSTANCE_TYPE_TOO_SMALL'),
  resource: text,
  requested: number,
  largest: number,
  instanceType: text.nullable(),
});
const instanceTypeLacksDevices = z.looseObject({ code: z.literal('INSTANCE_TYPE_LACKS_DEVICES') });
const moreExpensiveThanChosen = z.looseObject({ code: z.literal('MORE_EXPENSIVE_THAN_CHOSEN') });
const notManaged = z.looseObject({ code: z.literal('NOT_MANAGED') });
const notInitialized = z.looseObject({ code: z.literal('NOT_INITIALIZED') });
const terminating = z.looseObject({ code: z.literal('TERMINATING') });
const inDecision = z.looseObject({ code: z.literal('IN_DECISION'), decisionId: text });
const nominated = z.looseObject({ code: z.literal('NOMINATED'), until: number });
const withoutNodePool = z.looseObject({ code: z.literal('WITHOUT_NODE_POOL') });
const nodePoolUnknown = z.looseObject({ code: z.literal('NODE_POOL_UNKNOWN'), nodePool: text });
const noInstanceTypes = z.looseObject({ code: z.literal('NO_INSTANCE_TYPES'), nodePool: text });
const nodePoolUnreadable = z.looseObject({
  code: z.literal('NODE_POOL_UNREADABLE'),
  nodePool: text,
  field: text,
  detail: text,
});
const disruptionPaused = z.looseObject({
  code: z.literal('DISRUPTION_PAUSED'),
  pauseId: text,
  scope: z.enum([ 'Cluster', 'NodePool', 'Organization', 'Team' ]),
  reason: text,
  owner: text,
  until: number.nullable(),
  stops: z.enum([ 'Consolidation', 'Disruption', 'DisruptionAndLaunches' ]),
});
const nodeDoNotDisrupt = z.looseObject({ code: z.literal('NODE_DO_NOT_DISRUPT') });
const nodeDoNotRepair = z.looseObject({ code: z.literal('NODE_DO_NOT_REPAIR') });
const manyUnhealthy = z.looseObject({
  code: z.literal('MANY_UNHEALTHY'),
  nodePool: text,
  unhealthy: number,
  nodes: number,
});
const podDoNotDisrupt = z.looseObject({ code: z.literal('POD_DO_NOT_DISRUPT'), pod: text, until: number.nullable() });
const pdbBlocks = z.looseObject({ code: z.literal('PDB_BLOCKS'), pdb: text, pod: text });
const multiplePdbs = z.looseObject({ code: z.literal('MULTIPLE_PDBS'), pdbs: z.array(text), pod: text });
const consolidationDisabled = z.looseObject({ code: z.literal('CONSOLIDATION_DISABLED'), nodePool: text });
const staticPool = z.looseObject({ code: z.literal('STATIC_POOL'), nodePool: text, replicas: number });
const staticPoolBusy = z.looseObject({
  code: z.literal('STATIC_POOL_BUSY'),
  nodePool: text,
  nodes: number,
  replicas: number,
});
const nodeLimitReached = z.looseObject({ code: z.literal('NODE_LIMIT_REACHED'), nodePool: text, limit: number });
const consolidateAfter = z.looseObject({ code: z.literal('CONSOLIDATE_AFTER'), until: number });
const notEmpty = z.looseObject({ code: z.literal('NOT_EMPTY'), pods: number });
const holdsCapacityBuffer = z.looseObject({ code: z.literal('HOLDS_CAPACITY_BUFFER'), buffers: z.array(text) });
const notEvaluatedYet = z.looseObject({ code: z.literal('NOT_EVALUATED_YET') });
const reasonNoLongerApplies = z.looseObject({ code: z.literal('REASON_NO_LONGER_APPLIES'), reason: text });
const expectsPods = z.looseObject({ code: z.literal('EXPECTS_PODS'), decisionId: text });
const rejected = z.looseObject({ code: z.literal('REJECTED'), decisionId: text, until: number });
const repairFailed = z.looseObject({ code: z.literal('REPAIR_FAILED'), decisionId: text, until: number });
const destinationNotReady = z.looseObject({ code: z.literal('DESTINATION_NOT_READY'), nodeName: text });
const destinationNotConsolidatable = z.looseObject({
  code: z.literal('DESTINATION_NOT_CONSOLIDATABLE'),
  nodeName: text,
  until: number,
});
const podsUnschedulable = z.looseObject({ code: z.literal('PODS_UNSCHEDULABLE'), pods: number, pod: text });
const multipleReplacements = z.looseObject({ code: z.literal('MULTIPLE_REPLACEMENTS'), nodes: number });
const priceUnknown = z.looseObject({ code: z.literal('PRICE_UNKNOWN') });
const noCheaperReplacement = z.looseObject({
  code: z.literal('NO_CHEAPER_REPLACEMENT'),
  priceMicroUsdPerHour: number,
  bestMicroUsdPerHour: number,
});
const savingTooSmall = z.looseObject({
  code: z.literal('SAVING_TOO_SMALL'),
  savingMicroUsdPerHour: number,
  minSavingMicroUsdPerHour: number,
  pods: number,
  nodePool: text.exactOptional(),
});
const scoreTooLow = z.looseObject({
  code: z.literal('SCORE_TOO_LOW'),
  nodePool: text,
  score: number,
  minScore: number,
});
const spotToSpotDisabled = z.looseObject({ code: z.literal('SPOT_TO_SPOT_DISABLED') });
const spotInflexible = z.looseObject({ code: z.literal('SPOT_INFLEXIBLE'), cheaperTypes: number, needed: number });
const budgetExhausted = z.looseObject({
  code: z.literal('BUDGET_EXHAUSTED'),
  nodePool: text,
  reason: text,
  allowed: number,
  budget: number.nullable(),
});
const insufficientCapacity = z.looseObject({ code: z.literal('INSUFFICIENT_CAPACITY'), offerings: number, detail: text });
const nodeClassNotReady = z.looseObject({ code: z.literal('NODE_CLASS_NOT_READY'), nodeClass: text, detail: text });
const launchRefused = z.looseObject({ code: z.literal('LAUNCH_REFUSED'), detail: text });
const launchWithheld = z.looseObject({ code: z.literal('LAUNCH_WITHHELD'), detail: text });
const reason = z.discriminatedUnion('code', [
  podInvalid,
  constraintUnsupported,
  noNodePool,
  volumesIncompatible,
  launchesPaused,
  monthlySpendLimitReached,
  nodePoolBeingDeleted,
  nodePoolRefused,
  nodePoolNotReady,
  noMatchingInstanceType,
  taintNotTolerated,
  labelUndefined,
  requirementIncompatible,
  valueUnknown,
  subnetMissing,
  imageMissing,
  networkIncompatible,
  nodeClassIncompatible,
  noOffering,
  offeringsUnavailable,
  reservationFull,
  offeringUnpriced,
  resourceNotOffered,
  resourceTooLarge,
  resourceCombinationTooLarge,
  limitExceeded,
  spendLimitExceeded,
  hostPortConflict,
  volumeLimitExceeded,
  minValuesUnmet,
  topologyUnsatisfiable,
  reservationPending,
  devicesMissing,
  instanceTypeMismatch,
  instanceTypeTooSmall,
  instanceTypeLacksDevices,
  moreExpensiveThanChosen,
  notManaged,
  notInitialized,
  terminating,
  inDecision,
  nominated,
  withoutNodePool,
  nodePoolUnknown,
  noInstanceTypes,
  nodePoolUnreadable,
  disruptionPaused,
  nodeDoNotDisrupt,
  nodeDoNotRepair,
  manyUnhealthy,
  podDoNotDisrupt,
  pdbBlocks,
  multiplePdbs,
  consolidationDisabled,
  staticPool,
  staticPoolBusy,
  nodeLimitReached,
  consolidateAfter,
  notEmpty,
  holdsCapacityBuffer,
  notEvaluatedYet,
  reasonNoLongerApplies,
  expectsPods,
  rejected,
  repairFailed,
  destinationNotReady,
  destinationNotConsolidatable,
  podsUnschedulable,
  multipleReplacements,
  priceUnknown,
  noCheaperReplacement,
  savingTooSmall,
  scoreTooLow,
  spotToSpotDisabled,
  spotInflexible,
  budgetExhausted,
  insufficientCapacity,
  nodeClassNotReady,
  launchRefused,
  launchWithheld,
]);
const bufferOutcome = z.looseObject({
  held: number,
  coming: number,
  without: number,
  reasons: z.array(reason),
  at: number,
});
const capacityBufferManifest = z.looseObject({
  provisioningStrategy: text,
  podTemplateRef: z.looseObject({ name: text }).exactOptional(),
  scalableRef: z.looseObject({
    apiGroup: text,
    kind: z.enum([ 'Deployment', 'ReplicaSet', 'StatefulSet' ]),
    name: text,
  }).exactOptional(),
  replicas: number.exactOptional(),
  percentage: number.exactOptional(),
  limits: labels,
});
const taintEffect = z.enum([ 'NoExecute', 'NoSchedule', 'PreferNoSchedule' ]);
const toleration = z.looseObject({
  key: text,
  operator: z.enum([ 'Equal', 'Exists' ]),
  value: text,
  effect: taintEffect.nullable(),
});
const requirementSpec = z.looseObject({
  key: text,
  operator: z.enum([ 'DoesNotExist', 'Exists', 'Gt', 'Gte', 'In', 'Lt', 'Lte', 'NotIn' ]),
  values: z.array(text),
  minValues: number.nullable(),
});
const nodeSelectorTerm = z.looseObject({ matchExpressions: z.array(requirementSpec), hasMatchFields: flag });
const labelSelectorExpression = z.looseObject({
  key: text,
  operator: z.enum([ 'DoesNotExist', 'Exists', 'In', 'NotIn' ]),
  values: z.array(text),
});
const labelSelector = z.looseObject({ matchLabels: labels, matchExpressions: z.array(labelSelectorExpression) });
const topologySpreadConstraint = z.looseObject({
  maxSkew: number,
  topologyKey: text,
  whenUnsatisfiable: z.enum([ 'DoNotSchedule', 'ScheduleAnyway' ]),
  labelSelector: labelSelector.nullable(),
  minDomains: number.nullable(),
  matchLabelKeys: z.array(text),
  nodeAffinityPolicy: z.enum([ 'Honor', 'Ignore' ]),
  nodeTaintsPolicy: z.enum([ 'Honor', 'Ignore' ]),
});
const podAffinityTerm = z.looseObject({
  topologyKey: text,
  labelSelector: labelSelector.nullable(),
  namespaces: z.array(text),
  namespaceSelector: labelSelector.nullable(),
  matchLabelKeys: z.array(text),
  mismatchLabelKeys: z.array(text),
});
const podAffinityTerms = z.looseObject({
  required: z.array(podAffinityTerm),
  preferred: z.array(z.looseObject({ weight: number, term: podAffinityTerm })),
});
const hostPort = z.looseObject({ hostIp: text, port: number, protocol: z.enum([ 'SCTP', 'TCP', 'UDP' ]) });
const podVolume = z.looseObject({
  claim: text,
  driver: text.nullable(),
  nodeRequirements: z.array(nodeSelectorTerm),
  problem: text.nullable(),
});
const deviceAlternative = z.looseObject({
  name: text.nullable(),
  selectors: text,
  count: number.nullable(),
  isAdmin: z.literal(true).exactOptional(),
  amounts: resourceList.exactOptional(),
  tolerations: z.array(toleration).exactOptional(),
});
const deviceRequest = z.looseObject({ name: text, alternatives: z.array(deviceAlternative) });
const deviceConstraint = z.looseObject({
  requests: z.array(text),
  attribute: text,
  kind: z.enum([ 'Distinct', 'Match' ]),
});
const deviceAllocation = z.looseObject({ node: text, isKept: flag });
const deviceClaim = z.looseObject({
  name: text,
  shared: text.nullable(),
  requests: z.array(deviceRequest),
  constraints: z.array(deviceConstraint),
  allocation: deviceAllocation.nullable(),
  problem: text.nullable(),
});
const podSpec = z.looseObject({
  key: text,
  namespace: text,
  labels: labels,
  requests: resourceList,
  priority: number,
  tolerations: z.array(toleration),
  nodeSelector: labels,
  requiredNodeAffinity: z.array(nodeSelectorTerm),
  preferredNodeAffinity: z.array(z.looseObject({ weight: number, term: nodeSelectorTerm })),
  topologySpread: z.array(topologySpreadConstraint),
  podAffinity: podAffinityTerms,
  podAntiAffinity: podAffinityTerms,
  hostPorts: z.array(hostPort),
  volumes: z.array(podVolume),
  deviceClaims: z.array(deviceClaim).exactOptional(),
  unsupported: z.array(text).exactOptional(),
});
const capacityBuffer = z.looseObject({
  namespace: text,
  name: text,
  podSpec: podSpec,
  replicas: number.nullable(),
  share: z.looseObject({ percent: number, ofReplicas: number }).nullable(),
  limits: resourceList,
});
const resolvedBuffer = z.looseObject({
  buffer: capacityBuffer,
  units: number,
  isLimited: flag,
  templateGeneration: number,
});
const bufferReading = z.looseObject({
  spec: capacityBufferManifest.nullable(),
  resolved: resolvedBuffer.nullable(),
  problems: z.array(text),
});
const registrationCheck = z.looseObject({
  step: z.enum([
    'AssumeRole',
    'Connect',
    'CustomResources',
    'DescribeCluster',
    'Images',
    'InterruptionQueue',
    'OtherControllers',
    'Permissions',
    'SecurityGroups',
    'Subnets',
    'Version',
  ]),
  state: z.enum([ 'Failed', 'Passed', 'Running', 'Skipped', 'Waiting', 'Warned' ]),
  detail: text.nullable(),
  remedy: text.nullable(),
});
const clusterTag = z.looseObject({ key: text, value: text });
const clusterFacts = z.looseObject({
  accountId: text,
  kubernetesVersion: text,
  serviceCidr: text,
  clusterDnsIp: text,
  tags: z.array(clusterTag).exactOptional(),
});
const clusterHold = z.looseObject({
  code: z.enum([ 'KARPENTER_RUNNING', 'OTHER_KERF' ]),
  object: text,
  message: text,
  since: number,
});
const zonalShift = z.looseObject({ zoneId: text, until: number.nullable() });
const costCauseSubject = z.looseObject({ name: text, microUsdPerHour: number, nodes: number });
const costCauseShare = z.looseObject({
  cause: z.enum([
    'AwaitingApproval',
    'CapacityBuffer',
    'ConsolidateAfter',
    'ConsolidationPolicy',
    'DisruptionBudget',
    'DoNotDisrupt',
    'InTransition',
    'MinSaving',
    'NodePoolConstraints',
    'NotHeldBack',
    'ObserveMode',
    'Paused',
    'PodDisruptionBudget',
    'Rejected',
    'SpotToSpot',
    'StaticCapacity',
  ]),
  microUsdPerHour: number,
  nodes: number,
  subjects: z.array(costCauseSubject),
});
const boundPart = z.looseObject({
  cause: z.enum([ 'Daemons', 'NodePoolRequirements' ]),
  microUsdPerHour: number,
  subjects: z.array(z.looseObject({ name: text, microUsdPerHour: number })),
});
const costReport = z.looseObject({
  costMicroUsdPerHour: number,
  lowerBoundMicroUsdPerHour: number,
  nodes: number,
  unpricedNodes: number,
  pods: number,
  unboundedPods: number,
  causes: z.array(costCauseShare),
  boundParts: z.array(boundPart).exactOptional(),
  unmeasuredCauses: z.array(z.enum([
    'AwaitingApproval',
    'CapacityBuffer',
    'ConsolidateAfter',
    'ConsolidationPolicy',
    'DisruptionBudget',
    'DoNotDisrupt',
    'InTransition',
    'MinSaving',
    'NodePoolConstraints',
    'NotHeldBack',
    'ObserveMode',
    'Paused',
    'PodDisruptionBudget',
    'Rejected',
    'SpotToSpot',
    'StaticCapacity',
  ])).exactOptional(),
});
const droppedCandidate = z.looseObject({ nodeName: text, reasons: z.array(reason) });
const planChange = z.looseObject({
  nodesAdded: z.array(text),
  nodesGone: z.array(text),
  podsAdded: z.array(text),
  podsGone: z.array(text),
  podsWaiting: z.array(text).exactOptional(),
  budgetsLower: z.array(text),
  savingBeforeMicroUsdPerHour: number.nullable(),
  savingAfterMicroUsdPerHour: number.nullable(),
});
const decisionEventData = z.looseObject({
  comment: text.exactOptional(),
  step: z.enum([
    'MarkedForDeletion',
    'None',
    'RebootRequested',
    'Rebooted',
    'ReplacementsInitialized',
    'ReplacementsRequested',
    'Tainted',
    'Terminated',
  ]).exactOptional(),
  nodeClaimId: text.exactOptional(),
  nodeName: text.exactOptional(),
  detail: text.exactOptional(),
  dropped: z.array(droppedCandidate).exactOptional(),
  approvals: z.looseObject({ given: number, needed: number }).exactOptional(),
  excludedNodes: z.array(text).exactOptional(),
  moved: planChange.exactOptional(),
  successor: text.exactOptional(),
  expectedMicroUsdPerHour: number.exactOptional(),
  actualMicroUsdPerHour: number.exactOptional(),
});
const maintenanceWindow = z.looseObject({ from: number, until: number });
const podFacts = z.looseObject({
  podUid: text,
  pod: text,
  from: text,
  owner: text,
  replicas: number,
  persistentVolumes: number,
  gracePeriodMs: number,
  budget: z.looseObject({ name: text, headroom: number }).nullable(),
  labelSet: number,
  waits: z.literal(true).exactOptional(),
});
const approvalFacts = z.looseObject({
  cluster: text,
  kind: z.enum([ 'Consolidate', 'Deprovision', 'Drift', 'Empty', 'Expire', 'Repair' ]),
  nodePools: z.array(text),
  teams: z.array(text),
  savingMicroUsdPerHour: number.nullable(),
  nodes: number,
  capacityTypes: z.array(text),
  pods: z.array(podFacts),
  labelSets: z.array(labels),
});
const matchedRule = z.looseObject({
  name: text,
  policyVersion: number.nullable(),
  maker: standingMaker.exactOptional(),
});
const passedRule = z.looseObject({ name: text, why: text });
const askRequirement = z.looseObject({
  approvals: number,
  from: approvers,
  expiresAfterMs: number.nullable(),
  remindAfterMs: number.nullable(),
  escalation: z.looseObject({ afterMs: number, to: approvers }).nullable(),
});
const basisNode = z.looseObject({ nodeName: text, nodeClaimId: text, priceMicroUsdPerHour: number.nullable() });
const basisPod = z.looseObject({ uid: text, pod: text, waits: z.literal(true).exactOptional() });
const planBasis = z.looseObject({
  nodes: z.array(basisNode),
  pods: z.array(basisPod),
  replacements: z.array(z.array(text)),
  headroom: resourceList,
  savingMicroUsdPerHour: number.nullable(),
});
const exclusion = z.looseObject({
  by: person,
  personId: text,
  earlierIds: z.array(text).exactOptional(),
  nodeNames: z.array(text),
});
const breakGlass = z.looseObject({
  overrides: z.enum([ 'Approvals', 'Denial', 'Observe' ]),
  at: number,
  by: person,
  personId: text,
});
const decisionApproval = z.looseObject({
  facts: approvalFacts,
  rule: matchedRule,
  passed: z.array(passedRule),
  ask: askRequirement.nullable(),
  basis: planBasis,
  planDigest: text,
  requestedAt: number.nullable(),
  remindedAt: number.nullable(),
  escalatedAt: number.nullable(),
  window: maintenanceWindow.nullable(),
  exclusion: exclusion.nullable(),
  breakGlass: breakGlass.exactOptional(),
  edit: z.looseObject({
    by: person,
    personId: text,
    earlierIds: z.array(text).exactOptional(),
    nodeNames: z.array(text),
    replaces: text,
  }).nullable(),
});
const staticPoolCounts = z.looseObject({ nodePool: text, replicas: number, held: number });
const schedulingReason = z.discriminatedUnion('code', [
  podInvalid,
  constraintUnsupported,
  noNodePool,
  volumesIncompatible,
  launchesPaused,
  monthlySpendLimitReached,
  nodePoolBeingDeleted,
  nodePoolRefused,
  nodePoolNotReady,
  noMatchingInstanceType,
  taintNotTolerated,
  labelUndefined,
  requirementIncompatible,
  valueUnknown,
  subnetMissing,
  imageMissing,
  networkIncompatible,
  nodeClassIncompatible,
  noOffering,
  offeringsUnavailable,
  reservationFull,
  offeringUnpriced,
  resourceNotOffered,
  resourceTooLarge,
  resourceCombinationTooLarge,
  limitExceeded,
  spendLimitExceeded,
  hostPortConflict,
  volumeLimitExceeded,
  minValuesUnmet,
  topologyUnsatisfiable,
  reservationPending,
  devicesMissing,
  instanceTypeMismatch,
  instanceTypeTooSmall,
  instanceTypeLacksDevices,
  moreExpensiveThanChosen,
]);
const nearestMiss = z.looseObject({
  instanceType: text,
  shortages: z.array(z.looseObject({ resource: text, requested: number, allocatable: number })),
});
const fixTarget = z.looseObject({ kind: z.enum([ 'EC2NodeClass', 'NodePool' ]), name: text, path: text });
const poolRefusal = z.looseObject({
  nodePool: text,
  reason: schedulingReason,
  nearest: nearestMiss.nullable(),
  fix: fixTarget.nullable(),
});
const unschedulablePod = z.looseObject({
  podUid: text,
  reasons: z.array(reason),
  byNodePool: z.array(poolRefusal),
  queuePosition: number,
  evaluatedAt: number,
});
const gapParts = z.looseObject({
  offeringPremiumMicroUsdPerHour: number,
  unusedCapacityMicroUsdPerHour: number,
  placementPremiumMicroUsdPerHour: number,
});
const nodeGap = z.looseObject({
  dualValueMicroUsdPerHour: number,
  offeringPremiumMicroUsdPerHour: number,
  unusedCapacityMicroUsdPerHour: number,
  placementPremiumMicroUsdPerHour: number,
});
const boundSlot = z.looseObject({ capacity: number, podUids: z.array(text) });
const podDualPrice = z.looseObject({ podUid: text, count: number, dualValue: text });
const boundCertificate = z.looseObject({
  isExhaustive: flag,
  resources: z.array(text),
  slots: z.array(boundSlot),
  pods: z.array(podDualPrice),
  dualPrices: z.array(z.array(text)),
});
const planCost = z.looseObject({
  planMicroUsdPerHour: number,
  lowerBoundMicroUsdPerHour: number,
  gapRatio: number,
  firstFitMicroUsdPerHour: number,
  firstFitNodes: number,
  nodeChargeMicroUsdPerHour: number,
  method: z.enum([
    'ColumnGeneration',
    'Exhaustive',
    'FirstFit',
    'Greedy',
    'LargeNeighborhoodSearch',
  ]),
  diversityMicroUsdPerHour: number,
  gapParts: gapParts,
  nodeGaps: z.array(nodeGap),
  certificate: boundCertificate,
});
const taint = z.looseObject({ key: text, value: text, effect: taintEffect });
const priceOverlay = z.looseObject({ name: text, listedMicroUsdPerHour: number.nullable() });
const expectedOffering = z.looseObject({
  instanceType: text,
  zone: text,
  capacityType: z.enum([ 'on-demand', 'reserved', 'spot' ]),
  reservationId: text.exactOptional(),
  priceMicroUsdPerHour: number,
  isPriceEstimated: z.literal(true).exactOptional(),
  priceOverlay: priceOverlay.exactOptional(),
});
const instanceTypeOption = z.looseObject({
  name: text,
  capacityOverlay: resourceList.exactOptional(),
  offerings: z.array(expectedOffering),
});
const rejectedInstanceTypes = z.looseObject({ reason: reason, count: number, examples: z.array(text) });
const plannedNodeClaim = z.looseObject({
  id: text,
  nodePool: text,
  podUids: z.array(text),
  requests: resourceList,
  requirements: z.array(requirementSpec),
  labels: labels,
  annotations: labels,
  taints: z.array(taint),
  startupTaints: z.array(taint),
  instanceTypes: z.array(instanceTypeOption),
  rejectedInstanceTypes: z.array(rejectedInstanceTypes),
  expected: expectedOffering,
  savingAgainstNextBestMicroUsdPerHour: number.nullable(),
});
const plannedStandaloneNode = z.looseObject({
  id: text,
  podUids: z.array(text),
  requests: resourceList,
  requirements: z.array(requirementSpec),
  labels: labels,
  annotations: labels,
  taints: z.array(taint),
  startupTaints: z.array(taint),
  instanceTypes: z.array(instanceTypeOption),
  rejectedInstanceTypes: z.array(rejectedInstanceTypes),
  expected: expectedOffering,
  savingAgainstNextBestMicroUsdPerHour: number.nullable(),
  nodePool: z.null(),
});
const plannedClaim = z.union([ plannedNodeClaim, plannedStandaloneNode ]);
const decisionPod = z.looseObject({ namespace: text, name: text, owner: text, workload: text.exactOptional() });
const provisionBody = z.looseObject({
  type: z.literal('Provision'),
  batchId: text.nullable(),
  staticPool: staticPoolCounts.exactOptional(),
  standaloneClaim: text.exactOptional(),
  result: z.looseObject({
    engineVersion: text,
    existingNodes: z.array(z.looseObject({ nodeName: text, podUids: z.array(text) })),
    unschedulable: z.array(unschedulablePod),
    totalPriceMicroUsdPerHour: number.nullable(),
    cost: planCost.nullable(),
    newNodeClaims: z.array(plannedClaim),
  }),
  optionCounts: resourceList,
  pods: z.record(text, decisionPod),
  claims: labels,
});
const candidateRepair = z.looseObject({
  action: z.enum([ 'Reboot', 'Replace' ]).exactOptional(),
  condition: text,
  status: z.enum([ 'False', 'Unknown' ]),
  since: number,
  drainMs: number,
});
const commandCandidate = z.looseObject({
  nodeName: text,
  nodeClaimId: text,
  nodePool: text,
  instanceType: text.nullable(),
  zone: text.nullable(),
  capacityType: text.nullable(),
  priceMicroUsdPerHour: number.nullable(),
  priceOverlay: priceOverlay.exactOptional(),
  daemonPods: number,
  disruptionCost: number.exactOptional(),
  repair: candidateRepair.exactOptional(),
});
const podMove = z.looseObject({ podUid: text, pod: text, from: text, to: text.nullable() });
const terminateFirst = z.discriminatedUnion('code', [ nodeLimitReached, reservationFull ]);
const commandBound = z.looseObject({
  costMicroUsdPerHour: number,
  mostSavingMicroUsdPerHour: number,
  gapRatio: number,
});
const command = z.looseObject({
  method: z.enum([
    'Drift',
    'Emptiness',
    'MultiNodeConsolidation',
    'Regrouping',
    'Repair',
    'SingleNodeConsolidation',
    'StaticDrift',
    'StaticRepair',
  ]),
  reason: z.enum([ 'Drifted', 'Empty', 'Underutilized', 'Unhealthy' ]),
  candidates: z.array(commandCandidate),
  replacements: z.array(plannedNodeClaim),
  moves: z.array(podMove),
  savingMicroUsdPerHour: number.nullable(),
  terminateFirst: terminateFirst.exactOptional(),
  bound: commandBound.exactOptional(),
});
const driftedField = z.looseObject({ path: text, before: text.nullable(), after: text.nullable() });
const nodeDrift = z.looseObject({
  nodeName: text,
  reason: text,
  definition: text.nullable(),
  since: number.nullable(),
  fields: z.array(driftedField),
});
const disruptBody = z.looseObject({
  type: z.literal('Disrupt'),
  command: command,
  budgets: z.array(budgetStatus),
  drift: z.array(nodeDrift).exactOptional(),
  replacementClaims: labels.exactOptional(),
});
const deletedObject = z.looseObject({ kind: z.enum([ 'Node', 'NodeClaim', 'NodePool' ]), name: text });
const removedNode = z.looseObject({
  nodeName: text,
  nodeClaimId: text,
  instanceType: text.nullable(),
  zone: text.nullable(),
  capacityType: text.nullable(),
  priceMicroUsdPerHour: number.nullable(),
  priceOverlay: priceOverlay.exactOptional(),
  daemonPods: number,
  disruptionCost: number.exactOptional(),
  repair: candidateRepair.exactOptional(),
  nodePool: text.nullable(),
});
const removeBody = z.looseObject({
  type: z.literal('Remove'),
  reason: z.enum([ 'Deleted', 'Expired', 'Interrupted', 'Overprovisioned', 'Unhealthy' ]),
  deleted: deletedObject.exactOptional(),
  candidates: z.array(removedNode),
  pods: z.array(z.looseObject({ podUid: text, pod: text, from: text, owner: text.exactOptional() })),
  interruption: z.looseObject({
    id: text,
    kind: z.enum([
      'CapacityReservationInterrupted',
      'InstanceStopped',
      'InstanceTerminated',
      'RebalanceRecommended',
      'ScheduledChange',
      'SpotInterrupted',
    ]),
    instanceId: text,
  }).nullable(),
  deadline: number.nullable(),
  staticPool: staticPoolCounts.exactOptional(),
});
const decisionBody = z.discriminatedUnion('type', [ provisionBody, disruptBody, removeBody ]);
const auto2 = z.looseObject({ kind: z.literal('Auto') });
const needsApproval = z.looseObject({ kind: z.literal('NeedsApproval'), approvals: number });
const observeOnly = z.looseObject({ kind: z.literal('ObserveOnly') });
const denied = z.looseObject({ kind: z.literal('Denied') });
const approvalVerdict = z.discriminatedUnion('kind', [ auto2, needsApproval, observeOnly, denied ]);
const definitionFinding = z.looseObject({
  severity: z.enum([ 'Advice', 'Error', 'Warning' ]),
  code: text,
  path: text,
  message: text,
  found: text.nullable(),
  became: text.nullable(),
  line: number.exactOptional(),
  column: number.exactOptional(),
});
const nodeClassRef = z.looseObject({ group: text, kind: text, name: text });
const requirementManifest = z.looseObject({
  key: text,
  operator: z.enum([ 'DoesNotExist', 'Exists', 'Gt', 'Gte', 'In', 'Lt', 'Lte', 'NotIn' ]),
  values: z.array(text).exactOptional(),
  minValues: number.exactOptional(),
});
const budgetManifest = z.looseObject({
  nodes: text,
  schedule: text.exactOptional(),
  duration: text.exactOptional(),
  reasons: z.array(z.enum([ 'Drifted', 'Empty', 'Underutilized', 'Unhealthy' ])).exactOptional(),
});
const minSavingManifest = z.looseObject({
  usdPerHour: text.exactOptional(),
  percent: text.exactOptional(),
  podMoveUsdPerHour: text.exactOptional(),
});
const objectMetadata = z.looseObject({ labels: labels, annotations: labels });
const nodePoolManifest = z.looseObject({
  template: z.looseObject({
    metadata: z.looseObject({ labels: labels, annotations: labels }),
    spec: z.looseObject({
      nodeClassRef: nodeClassRef,
      requirements: z.array(requirementManifest),
      taints: z.array(taint),
      startupTaints: z.array(taint),
      expireAfter: text,
      terminationGracePeriod: text.exactOptional(),
    }),
  }),
  disruption: z.looseObject({
    consolidationPolicy: z.enum([ 'Balanced', 'WhenEmpty', 'WhenEmptyOrUnderutilized' ]),
    consolidateAfter: text,
    budgets: z.array(budgetManifest),
  }),
  limits: labels,
  weight: number.exactOptional(),
  replicas: number.exactOptional(),
  minSaving: minSavingManifest.exactOptional(),
  objectMetadata: objectMetadata.exactOptional(),
});
const subnetSelectorTerm = z.looseObject({ tags: labels.exactOptional(), id: text.exactOptional() });
const securityGroupSelectorTerm = z.looseObject({
  tags: labels.exactOptional(),
  id: text.exactOptional(),
  name: text.exactOptional(),
});
const amiSelectorTerm = z.looseObject({
  alias: text.exactOptional(),
  id: text.exactOptional(),
  tags: labels.exactOptional(),
  name: text.exactOptional(),
  owner: text.exactOptional(),
  ssmParameter: text.exactOptional(),
});
const capacityReservationSelectorTerm = z.looseObject({
  tags: labels.exactOptional(),
  id: text.exactOptional(),
  ownerID: text.exactOptional(),
  instanceMatchCriteria: z.enum([ 'open', 'targeted' ]).exactOptional(),
});
const kubeletManifest = z.looseObject({
  clusterDNS: z.array(text).exactOptional(),
  maxPods: z.union([ text, number ]).exactOptional(),
  podsPerCore: number.exactOptional(),
  systemReserved: labels.exactOptional(),
  kubeReserved: labels.exactOptional(),
  evictionHard: labels.exactOptional(),
  evictionSoft: labels.exactOptional(),
  evictionSoftGracePeriod: labels.exactOptional(),
  evictionMaxPodGracePeriod: number.exactOptional(),
  imageGCHighThresholdPercent: number.exactOptional(),
  imageGCLowThresholdPercent: number.exactOptional(),
  cpuCFSQuota: flag.exactOptional(),
});
const blockDeviceMapping = z.looseObject({
  deviceName: text.exactOptional(),
  rootVolume: flag.exactOptional(),
  ebs: z.looseObject({
    deleteOnTermination: flag.exactOptional(),
    encrypted: flag.exactOptional(),
    iops: number.exactOptional(),
    kmsKeyID: text.exactOptional(),
    snapshotID: text.exactOptional(),
    throughput: number.exactOptional(),
    volumeInitializationRate: number.exactOptional(),
    volumeSize: text.exactOptional(),
    volumeType: text.exactOptional(),
  }).exactOptional(),
});
const networkInterfaceManifest = z.looseObject({
  networkCardIndex: number,
  deviceIndex: number,
  interfaceType: z.enum([ 'efa-only', 'interface' ]),
});
const metadataOptions = z.looseObject({
  httpEndpoint: z.enum([ 'disabled', 'enabled' ]),
  httpProtocolIPv6: z.enum([ 'disabled', 'enabled' ]),
  httpPutResponseHopLimit: number,
  httpTokens: z.enum([ 'optional', 'required' ]),
});
const ec2NodeClassManifest = z.looseObject({
  subnetSelectorTerms: z.array(subnetSelectorTerm),
  securityGroupSelectorTerms: z.array(securityGroupSelectorTerm),
  amiSelectorTerms: z.array(amiSelectorTerm),
  amiFamily: z.enum([
    'AL2',
    'AL2023',
    'Bottlerocket',
    'Custom',
    'Windows2019',
    'Windows2022',
    'Windows2025',
  ]).exactOptional(),
  capacityReservationSelectorTerms: z.array(capacityReservationSelectorTerm).exactOptional(),
  placementGroupSelector: z.looseObject({ name: text.exactOptional(), id: text.exactOptional() }).exactOptional(),
  role: text.exactOptional(),
  instanceProfile: text.exactOptional(),
  userData: text.exactOptional(),
  tags: labels.exactOptional(),
  associatePublicIPAddress: flag.exactOptional(),
  ipPrefixCount: number.exactOptional(),
  kubelet: kubeletManifest.exactOptional(),
  blockDeviceMappings: z.array(blockDeviceMapping).exactOptional(),
  instanceStorePolicy: z.literal('RAID0').exactOptional(),
  networkInterfaces: z.array(networkInterfaceManifest).exactOptional(),
  detailedMonitoring: flag.exactOptional(),
  metadataOptions: metadataOptions,
  connectionTracking: z.looseObject({
    tcpEstablishedTimeout: number.exactOptional(),
    udpStreamTimeout: number.exactOptional(),
    udpTimeout: number.exactOptional(),
  }).exactOptional(),
  cpuOptions: z.looseObject({ nestedVirtualization: z.enum([ 'disabled', 'enabled' ]).exactOptional() }).exactOptional(),
  enclaveOptions: z.looseObject({ enabled: flag }).exactOptional(),
  context: text.exactOptional(),
  objectMetadata: objectMetadata.exactOptional(),
});
const deviceTerms = z.looseObject({ access: z.enum([ 'read', 'same' ]), expiresInDays: number });
const disruptionBlock = z.discriminatedUnion('code', [
  notManaged,
  notInitialized,
  terminating,
  inDecision,
  nominated,
  withoutNodePool,
  nodePoolUnknown,
  noInstanceTypes,
  nodePoolUnreadable,
  disruptionPaused,
  nodeDoNotDisrupt,
  nodeDoNotRepair,
  manyUnhealthy,
  podDoNotDisrupt,
  pdbBlocks,
  multiplePdbs,
  consolidationDisabled,
  staticPool,
  staticPoolBusy,
  nodeLimitReached,
  consolidateAfter,
  notEmpty,
  holdsCapacityBuffer,
  notEvaluatedYet,
  reasonNoLongerApplies,
  expectsPods,
  rejected,
  repairFailed,
  destinationNotReady,
  destinationNotConsolidatable,
  podsUnschedulable,
  multipleReplacements,
  priceUnknown,
  noCheaperReplacement,
  minValuesUnmet,
  savingTooSmall,
  scoreTooLow,
  spotToSpotDisabled,
  spotInflexible,
  budgetExhausted,
]);
const simulatedBlocker = z.looseObject({
  disruptionReasons: z.array(z.enum([ 'Drifted', 'Empty', 'Underutilized', 'Unhealthy' ])),
  block: disruptionBlock,
  until: number.nullable(),
});
const simulatedNode = z.looseObject({
  nodePool: text.nullable(),
  blockers: z.array(simulatedBlocker),
  podsWithoutController: z.array(text),
  nodeName: text,
  nodeClaimId: text,
  instanceType: text.nullable(),
  zone: text.nullable(),
  capacityType: text.nullable(),
  priceMicroUsdPerHour: number.nullable(),
  priceOverlay: priceOverlay.exactOptional(),
  daemonPods: number,
  disruptionCost: number.exactOptional(),
  repair: candidateRepair.exactOptional(),
});
const placedMove = z.looseObject({ to: text, podUid: text, pod: text, from: text });
const unplacedPod = z.looseObject({
  podUid: text,
  pod: text,
  from: text.nullable(),
  reasons: z.array(reason),
  byNodePool: z.array(poolRefusal),
});
const possible = z.looseObject({ kind: z.literal('Possible'), savingMicroUsdPerHour: number.nullable() });
const blocked = z.looseObject({ kind: z.literal('Blocked'), block: disruptionBlock });
const simulatedConsolidation = z.discriminatedUnion('kind', [ possible, blocked ]);
const simulationResult = z.looseObject({
  optionCounts: resourceList,
  engineVersion: text,
  evaluatedAt: number,
  nodes: z.array(simulatedNode),
  moves: z.array(placedMove),
  unplaced: z.array(unplacedPod),
  replacements: z.array(plannedNodeClaim),
  costChangeMicroUsdPerHour: number.nullable(),
  consolidation: simulatedConsolidation.nullable(),
});
const claimDrift = z.looseObject({ reason: text, definitionHash: text, since: number });
const launchReason = z.discriminatedUnion('code', [ insufficientCapacity, nodeClassNotReady, launchRefused, launchWithheld ]);
const launchedInstance = z.looseObject({
  instanceId: text,
  providerId: text,
  instanceType: text,
  zone: text,
  capacityType: z.enum([ 'on-demand', 'reserved', 'spot' ]),
  imageId: text,
  subnetId: text,
  securityGroupIds: z.array(text).exactOptional(),
  priceMicroUsdPerHour: number.nullable(),
  capacity: resourceList,
  allocatable: resourceList,
  labels: labels,
});
const launchOptions = z.looseObject({
  requirements: z.array(requirementSpec),
  instanceTypes: z.array(instanceTypeOption),
});
const claimPlan = z.looseObject({
  id: text,
  podUids: z.array(text),
  requests: resourceList,
  labels: labels,
  annotations: labels,
  taints: z.array(taint),
  startupTaints: z.array(taint),
  savingAgainstNextBestMicroUsdPerHour: number.nullable(),
  nodePool: text.nullable(),
  expected: expectedOffering.nullable(),
});
const claimReboot = z.looseObject({
  step: z.enum([ 'Failed', 'Issued', 'Issuing', 'Requested', 'Succeeded' ]),
  cause: text,
  requestedAt: number,
  drainMs: number,
  preBootId: text.nullable(),
  drainedAt: number.nullable(),
  stepAt: number,
  failure: text.nullable(),
  earlier: z.array(number),
});
const standaloneObject = z.looseObject({ objectUid: text, createdAt: number });
const undetachedVolumes = z.looseObject({
  reason: z.enum([
    'InstanceEnded',
    'TerminationGracePeriodElapsed',
    'VolumeAttachmentsUnreadable',
  ]),
  volumes: z.array(text),
});
const blockedStep = z.looseObject({ since: number, left: number });
const nodeClaimTermination = z.looseObject({
  step: z.enum([
    'Cordoned',
    'Drained',
    'InstanceGone',
    'InstanceTerminating',
    'Requested',
    'VolumesDetached',
  ]),
  reason: z.enum([
    'DeletedByUser',
    'Drifted',
    'Empty',
    'Expired',
    'GarbageCollected',
    'InsufficientCapacity',
    'Interrupted',
    'LaunchTimeout',
    'Overprovisioned',
    'RegistrationTimeout',
    'Underutilized',
    'Unhealthy',
  ]),
  interruption: z.enum([
    'CapacityReservationInterrupted',
    'InstanceStopped',
    'InstanceTerminated',
    'RebalanceRecommended',
    'ScheduledChange',
    'SpotInterrupted',
  ]).exactOptional(),
  consolidationPolicy: z.enum([ 'Balanced', 'WhenEmpty', 'WhenEmptyOrUnderutilized' ]).exactOptional(),
  reschedulablePods: number.exactOptional(),
  startedAt: number,
  deadline: number.nullable(),
  instanceEndsAt: number.nullable().exactOptional(),
  lostPods: z.array(text).exactOptional(),
  undetached: undetachedVolumes.exactOptional(),
  waitingFor: text.nullable(),
  blocked: blockedStep.nullable().exactOptional(),
  stepAt: number,
});
const resolvedSubnet = z.looseObject({ id: text, zone: text, zoneId: text, freeAddresses: number });
const resolvedImage = z.looseObject({
  id: text,
  name: text,
  architecture: z.enum([ 'amd64', 'arm64' ]),
  variant: z.enum([ 'neuron', 'nvidia', 'standard' ]),
  createdAt: number,
  deprecated: flag,
});
const reservationType = z.enum([ 'capacity-block', 'default' ]);
const resolvedCapacityReservation = z.looseObject({
  id: text,
  ownerId: text,
  instanceType: text,
  zone: text,
  type: reservationType,
  matchCriteria: z.enum([ 'open', 'targeted' ]),
  interruptible: flag,
  state: z.enum([ 'active', 'ended', 'expiring' ]),
  endsAt: number.nullable(),
  freeInstances: number,
});
const resolvedPlacementGroup = z.looseObject({
  id: text,
  name: text,
  strategy: z.enum([ 'cluster', 'partition', 'precision-time', 'spread' ]),
  partitionCount: number.nullable(),
});
const nodeClassProblem = z.looseObject({
  condition: z.enum([
    'AMIsReady',
    'InstanceProfileReady',
    'PlacementGroupReady',
    'SecurityGroupsReady',
    'SubnetsReady',
    'ValidationSucceeded',
  ]),
  reason: text,
  message: text,
});
const nodeClassResolution = z.looseObject({
  resolvedAt: number,
  subnets: z.array(resolvedSubnet),
  securityGroups: z.array(z.looseObject({ id: text, name: text })),
  securityGroupLookup: z.looseObject({ at: number, terms: text }).exactOptional(),
  images: z.array(resolvedImage),
  capacityReservations: z.array(resolvedCapacityReservation).exactOptional(),
  placementGroup: resolvedPlacementGroup.nullable().exactOptional(),
  instanceProfile: text.nullable(),
  userDataBytes: number.nullable().exactOptional(),
  problems: z.array(nodeClassProblem),
});
const nodeOverlayManifest = z.looseObject({
  requirements: z.array(z.looseObject({
    operator: z.enum([ 'DoesNotExist', 'Exists', 'Gt', 'Gte', 'In', 'Lt', 'Lte', 'NotIn' ]),
    key: text,
    values: z.array(text).exactOptional(),
  })),
  price: text.exactOptional(),
  priceAdjustment: text.exactOptional(),
  capacity: labels,
  weight: number.exactOptional(),
});
const applied = z.looseObject({ kind: z.literal('Applied'), nodePools: z.array(text), instanceTypes: number });
const conflict = z.looseObject({
  kind: z.literal('Conflict'),
  nodePool: text,
  instanceType: text,
  with: text,
  about: text,
});
const refused = z.looseObject({ kind: z.literal('Refused'), problems: z.array(text) });
const nodeOverlayState = z.discriminatedUnion('kind', [ applied, conflict, refused ]);
const channelAddress = z.looseObject({
  url: text.nullable(),
  slackChannel: text.nullable(),
  smtpHost: text.nullable(),
  smtpPort: number.nullable(),
  smtpSecurity: z.enum([ 'None', 'StartTls', 'Tls' ]).nullable(),
  smtpUser: text.nullable(),
  emailFrom: text.nullable(),
  emailTo: z.array(text),
});
const channelSecrets = z.looseObject({
  webhookUrl: text.exactOptional(),
  botToken: text.exactOptional(),
  slackSigningSecret: text.exactOptional(),
  smtpPassword: text.exactOptional(),
  routingKey: text.exactOptional(),
  signingSecret: text.exactOptional(),
  previousSigningSecret: text.exactOptional(),
});
const notificationIncident = z.looseObject({ key: text, action: z.enum([ 'Acknowledge', 'Resolve', 'Trigger' ]) });
const notificationBody = z.looseObject({
  title: text,
  text: text.nullable(),
  actor: text.nullable(),
  object: z.looseObject({ kind: text, id: text, name: text }),
  approval: z.looseObject({ decisionId: text, version: number }).nullable(),
  incident: notificationIncident.nullable(),
});
const clusterCheckRegistration = z.looseObject({
  type: z.literal('cluster.check-registration'),
  clusterId: text,
  rejectedAt: number.optional(),
});
const provisioningSolveBatch = z.looseObject({ type: z.literal('provisioning.solve-batch'), clusterId: text, batchId: text });
const provisioningReconcileStaticPools = z.looseObject({ type: z.literal('provisioning.reconcile-static-pools'), clusterId: text });
const provisioningReconcileStandaloneClaims = z.looseObject({ type: z.literal('provisioning.reconcile-standalone-claims'), clusterId: text });
const disruptionPlan = z.looseObject({ type: z.literal('disruption.plan'), clusterId: text });
const disruptionValidate = z.looseObject({ type: z.literal('disruption.validate'), clusterId: text, decisionId: text });
const disruptionExecute = z.looseObject({ type: z.literal('disruption.execute'), clusterId: text, decisionId: text });
const disruptionReplan = z.looseObject({ type: z.literal('disruption.replan'), clusterId: text, decisionId: text });
const disruptionSimulate = z.looseObject({ type: z.literal('disruption.simulate'), clusterId: text, simulationId: text });
const nodeClaimLaunch = z.looseObject({
  type: z.literal('node-claim.launch'),
  clusterId: text,
  nodeClaimIds: z.array(text),
});
const nodeClaimRegister = z.looseObject({ type: z.literal('node-claim.register'), clusterId: text, nodeClaimId: text });
const nodeClaimInitialize = z.looseObject({ type: z.literal('node-claim.initialize'), clusterId: text, nodeClaimId: text });
const nodeClaimReboot = z.looseObject({ type: z.literal('node-claim.reboot'), clusterId: text, nodeClaimId: text });
const nodeClaimTerminate = z.looseObject({ type: z.literal('node-claim.terminate'), clusterId: text, nodeClaimId: text });
const nodeClaimSync = z.looseObject({ type: z.literal('node-claim.sync'), clusterId: text, nodeClaimId: text });
const nodeClaimCreateObjects = z.looseObject({
  type: z.literal('node-claim.create-objects'),
  clusterId: text,
  nodeClaimIds: z.array(text),
});
const definitionSync = z.looseObject({
  type: z.literal('definition.sync'),
  clusterId: text,
  kind: z.enum([ 'EC2NodeClass', 'NodePool' ]),
  name: text,
});
const catalogResolveNodeClass = z.looseObject({ type: z.literal('catalog.resolve-node-class'), clusterId: text, name: text });
const notificationRoute = z.looseObject({ type: z.literal('notification.route'), eventId: text });
const notificationDeliver = z.looseObject({ type: z.literal('notification.deliver'), deliveryId: text });
const notificationReplyToSlack = z.looseObject({
  type: z.literal('notification.reply-to-slack'),
  sealedUrl: text,
  text: text,
  isForAll: flag,
  replaces: text.optional(),
});
const pauseEvidenceStep = z.looseObject({ at: number, decisionId: text.nullable(), text: text });
const pauseEvidence = z.looseObject({
  rule: z.enum([
    'ClaimsPerMinute',
    'Growth',
    'LaunchFailures',
    'RegistrationFailures',
    'SamePodsMoved',
    'SameShapeReplaced',
    'SpendRise',
  ]),
  observed: number,
  threshold: number,
  steps: z.array(pauseEvidenceStep),
  costMicroUsd: number.nullable(),
});
const existingNode = z.looseObject({ kind: z.literal('ExistingNode'), nodeName: text });
const newNode = z.looseObject({
  kind: z.literal('NewNode'),
  nodeClaimId: text.nullable(),
  nodePool: text,
  decisionId: text.nullable(),
});
const unschedulable = z.looseObject({
  kind: z.literal('Unschedulable'),
  reasons: z.array(reason),
  byNodePool: z.array(poolRefusal),
  queuePosition: number,
});
const podVerdict = z.discriminatedUnion('kind', [ existingNode, newNode, unschedulable ]);
const instanceTypeFacts = z.looseObject({
  name: text,
  vcpus: number,
  memoryMiB: number,
  architectures: z.array(z.enum([ 'amd64', 'arm64' ])),
  cpuManufacturer: text.nullable(),
  clockGhz: number.nullable(),
  usageClasses: z.array(z.enum([ 'on-demand', 'reserved', 'spot' ])),
  bareMetal: flag,
  burstable: flag,
  currentGeneration: flag,
  hypervisor: text.nullable(),
  encryptionInTransit: flag,
  nitroEnclaves: flag,
  gpus: z.array(z.looseObject({ name: text, manufacturer: text, count: number, memoryMiB: number })),
  accelerators: z.array(z.looseObject({ name: text, manufacturer: text, count: number, cores: number })),
  localNvmeGB: number.nullable(),
  ebsBandwidthMbps: number.nullable(),
  ebsAttachments: z.looseObject({ most: number, areShared: flag }).exactOptional(),
  networkBandwidthMbps: number.nullable(),
  networkCards: z.array(z.looseObject({ maximumInterfaces: number })),
  defaultNetworkCard: number,
  ipv4PerInterface: number,
  efaInterfaces: number,
  podEniBranchInterfaces: number,
  ena: flag.exactOptional(),
  nestedVirtualization: flag.exactOptional(),
  placementStrategies: z.array(text).exactOptional(),
  zones: z.array(text),
  onDemandMicroUsdPerHour: number.nullable(),
});
const spotPrice = z.looseObject({ instanceType: text, zone: text, priceMicroUsdPerHour: number, at: number });
const provedPodGroup = z.looseObject({ dualValue: text, maxPerNode: number, requests: z.array(number) });
const provedOffer = z.looseObject({ priceMicroUsdPerHour: number, capacity: z.array(number), admission: number });
const provedPods = z.looseObject({ group: number, count: number });
const provedNode = z.looseObject({
  name: text,
  pods: z.array(provedPods),
  priceMicroUsdPerHour: number,
  capacity: z.array(number),
  admission: number,
});
const provedCapacity = z.looseObject({ capacity: z.array(number), admission: number });
const provedRemovable = z.looseObject({ nodes: z.array(number), allowed: number });
const savingProof = z.looseObject({
  podGroups: z.array(provedPodGroup),
  dualPrices: z.array(z.array(text)),
  admissions: z.array(z.array(number)),
  offers: z.array(provedOffer),
  nodes: z.array(provedNode),
  others: z.array(provedCapacity),
  removable: z.array(provedRemovable),
});
const batchOutcome = z.looseObject({
  pods: number,
  newNodeClaims: number,
  onExistingNodes: number,
  unschedulable: number,
  solveMs: number,
  decisionId: text.nullable(),
});
const claimCondition = z.looseObject({ claim: text, operator: z.enum([ 'Equals', 'Glob' ]), value: text });
const organization = z.looseObject({ kind: z.literal('Organization') });
const team = z.looseObject({ kind: z.literal('Team'), teamId: text });
const cluster = z.looseObject({ kind: z.literal('Cluster'), clusterId: text });
const nodePool2 = z.looseObject({ kind: z.literal('NodePool'), clusterId: text, nodePool: text });
const bindingScope = z.discriminatedUnion('kind', [ organization, team, cluster, nodePool2 ]);

export const storedSchemas: { readonly [Name in keyof StoredTypes]: z.ZodType<StoredTypes[Name]> } = {
  'approval_policy_versions.rules': provenTo<StoredTypes['approval_policy_versions.rules']>().read(z.array(approvalRule)),
  'approval_policy_versions.saved_by': provenTo<StoredTypes['approval_policy_versions.saved_by']>().read(person),
  'brake_settings.settings': provenTo<StoredTypes['brake_settings.settings']>().read(z.looseObject({
    claimsPerMinute: number.exactOptional(),
    spendRiseMicroUsdPerHour: number.exactOptional(),
    launchFailures: number.exactOptional(),
    registrationFailures: number.exactOptional(),
    registrationOverdueMs: number.exactOptional(),
    flapRepeats: number.exactOptional(),
    flapWindowMs: number.exactOptional(),
    flapFreezeMs: number.exactOptional(),
    alertNodes: number.exactOptional(),
    alertSpendMicroUsdPerHour: number.exactOptional(),
    alertChangesPerMinute: number.exactOptional(),
  })),
  'budget_statuses.status': provenTo<StoredTypes['budget_statuses.status']>().read(budgetStatus),
  'capacity_buffers.outcome': provenTo<StoredTypes['capacity_buffers.outcome']>().read(bufferOutcome),
  'capacity_buffers.resolution': provenTo<StoredTypes['capacity_buffers.resolution']>().read(bufferReading),
  'clusters.checks': provenTo<StoredTypes['clusters.checks']>().read(z.array(registrationCheck)),
  'clusters.facts': provenTo<StoredTypes['clusters.facts']>().read(clusterFacts),
  'clusters.hold': provenTo<StoredTypes['clusters.hold']>().read(clusterHold),
  'clusters.settings': provenTo<StoredTypes['clusters.settings']>().read(z.looseObject({
    batchIdleMs: number.exactOptional(),
    batchMaxMs: number.exactOptional(),
    waitForScheduler: flag.exactOptional(),
    anticipatePods: flag.exactOptional(),
    disruptionPollMs: number.exactOptional(),
    validationDelayMs: number.exactOptional(),
    approvalTtlMs: number.exactOptional(),
    rejectionHoldMs: number.exactOptional(),
    preferencePolicy: z.enum([ 'Ignore', 'Respect' ]).exactOptional(),
    schedulerConfiguration: text.exactOptional(),
    minValuesPolicy: z.enum([ 'BestEffort', 'Strict' ]).exactOptional(),
    vmMemoryOverheadRatio: number.exactOptional(),
    reservedEnis: number.exactOptional(),
    spotToSpotConsolidation: flag.exactOptional(),
    minSavingMicroUsdPerHour: number.exactOptional(),
    minSavingPercent: number.exactOptional(),
    podMoveMicroUsdPerHour: number.exactOptional(),
    maxReplacements: number.exactOptional(),
    nodeRepair: flag.exactOptional(),
    legacyNodeRepair: flag.exactOptional(),
    rebootForRepair: flag.exactOptional(),
    terminateFirstDrift: flag.exactOptional(),
    terminateFirstRepair: flag.exactOptional(),
    instanceStatusChecks: flag.exactOptional(),
    dryRunChecks: flag.exactOptional(),
    zonalShift: flag.exactOptional(),
    podDeletionCost: flag.exactOptional(),
    launchTimeoutMs: number.exactOptional(),
    securityGroupRefreshMs: number.exactOptional(),
    searchMs: number.exactOptional(),
    nodeChargeMicroUsdPerHour: number.exactOptional(),
    offeringSharePercent: number.exactOptional(),
  })),
  'clusters.zonal_shifts': provenTo<StoredTypes['clusters.zonal_shifts']>().read(z.array(zonalShift)),
  'cost_reports.report': provenTo<StoredTypes['cost_reports.report']>().read(costReport),
  'decision_events.data': provenTo<StoredTypes['decision_events.data']>().read(decisionEventData),
  'decision_reviews.maintenance_window': provenTo<StoredTypes['decision_reviews.maintenance_window']>().read(maintenanceWindow),
  'decision_reviews.reviewed_by': provenTo<StoredTypes['decision_reviews.reviewed_by']>().read(person),
  'decisions.approval': provenTo<StoredTypes['decisions.approval']>().read(decisionApproval),
  'decisions.body': provenTo<StoredTypes['decisions.body']>().read(decisionBody),
  'decisions.body.drift': provenTo<StoredTypes['decisions.body.drift']>().read(z.array(nodeDrift)),
  'decisions.verdict': provenTo<StoredTypes['decisions.verdict']>().read(approvalVerdict),
  'definition_revisions.findings': provenTo<StoredTypes['definition_revisions.findings']>().read(z.array(definitionFinding)),
  'definition_revisions.spec': provenTo<StoredTypes['definition_revisions.spec']>().read(z.union([ nodePoolManifest, ec2NodeClassManifest ])),
  'device_authorizations.terms': provenTo<StoredTypes['device_authorizations.terms']>().read(deviceTerms),
  'disruption_simulations.result': provenTo<StoredTypes['disruption_simulations.result']>().read(simulationResult),
  'node_claims.drift': provenTo<StoredTypes['node_claims.drift']>().read(claimDrift),
  'node_claims.failure': provenTo<StoredTypes['node_claims.failure']>().read(launchReason),
  'node_claims.instance': provenTo<StoredTypes['node_claims.instance']>().read(launchedInstance),
  'node_claims.launch_options': provenTo<StoredTypes['node_claims.launch_options']>().read(launchOptions),
  'node_claims.plan': provenTo<StoredTypes['node_claims.plan']>().read(claimPlan),
  'node_claims.reboot': provenTo<StoredTypes['node_claims.reboot']>().read(claimReboot),
  'node_claims.standalone': provenTo<StoredTypes['node_claims.standalone']>().read(standaloneObject),
  'node_claims.termination': provenTo<StoredTypes['node_claims.termination']>().read(nodeClaimTermination),
  'node_classes.resolution': provenTo<StoredTypes['node_classes.resolution']>().read(nodeClassResolution),
  'node_classes.spec': provenTo<StoredTypes['node_classes.spec']>().read(ec2NodeClassManifest),
  'node_overlay_rows.spec': provenTo<StoredTypes['node_overlay_rows.spec']>().read(nodeOverlayManifest),
  'node_overlay_rows.state': provenTo<StoredTypes['node_overlay_rows.state']>().read(nodeOverlayState),
  'node_pools.spec': provenTo<StoredTypes['node_pools.spec']>().read(nodePoolManifest),
  'node_pools.spec.disruption.budgets': provenTo<StoredTypes['node_pools.spec.disruption.budgets']>().read(budgetManifest),
  'node_rows.blockers': provenTo<StoredTypes['node_rows.blockers']>().read(z.array(reason)),
  'node_rows.capacity, allocatable, requested': provenTo<StoredTypes['node_rows.capacity, allocatable, requested']>().read(resourceList),
  'node_rows.labels': provenTo<StoredTypes['node_rows.labels']>().read(labels),
  'node_rows.taints': provenTo<StoredTypes['node_rows.taints']>().read(z.array(taint)),
  'notification_channels.address': provenTo<StoredTypes['notification_channels.address']>().read(channelAddress),
  'notification_channels.sealed_secrets': provenTo<StoredTypes['notification_channels.sealed_secrets']>().read(channelSecrets),
  'notification_events.body': provenTo<StoredTypes['notification_events.body']>().read(notificationBody),
  'outbox.message': provenTo<StoredTypes['outbox.message']>().read(z.discriminatedUnion('type', [
    clusterCheckRegistration,
    provisioningSolveBatch,
    provisioningReconcileStaticPools,
    provisioningReconcileStandaloneClaims,
    disruptionPlan,
    disruptionValidate,
    disruptionExecute,
    disruptionReplan,
    disruptionSimulate,
    nodeClaimLaunch,
    nodeClaimRegister,
    nodeClaimInitialize,
    nodeClaimReboot,
    nodeClaimTerminate,
    nodeClaimSync,
    nodeClaimCreateObjects,
    definitionSync,
    catalogResolveNodeClass,
    notificationRoute,
    notificationDeliver,
    notificationReplyToSlack,
  ])),
  'pauses.evidence': provenTo<StoredTypes['pauses.evidence']>().read(pauseEvidence),
  'pod_rows.labels': provenTo<StoredTypes['pod_rows.labels']>().read(labels),
  'pod_rows.requests': provenTo<StoredTypes['pod_rows.requests']>().read(resourceList),
  'pod_verdicts.verdict': provenTo<StoredTypes['pod_verdicts.verdict']>().read(podVerdict),
  'region_catalogs.instance_types': provenTo<StoredTypes['region_catalogs.instance_types']>().read(z.array(instanceTypeFacts)),
  'region_catalogs.spot_prices': provenTo<StoredTypes['region_catalogs.spot_prices']>().read(z.array(spotPrice)),
  'saving_proofs.proof': provenTo<StoredTypes['saving_proofs.proof']>().read(savingProof),
  'scheduling_batches.outcome': provenTo<StoredTypes['scheduling_batches.outcome']>().read(batchOutcome),
  'trust_rules.conditions': provenTo<StoredTypes['trust_rules.conditions']>().read(z.array(claimCondition)),
  'trust_rules.scope': provenTo<StoredTypes['trust_rules.scope']>().read(bindingScope),
};
export const partSchemas: { readonly [Name in keyof StoredParts]: z.ZodType<StoredParts[Name]> } = {
  PlanCost: provenTo<StoredParts['PlanCost']>().read(planCost),
  Reason: provenTo<StoredParts['Reason']>().read(reason),
  RejectedInstanceTypes: provenTo<StoredParts['RejectedInstanceTypes']>().read(rejectedInstanceTypes),
  UnschedulablePod: provenTo<StoredParts['UnschedulablePod']>().read(unschedulablePod),
};
