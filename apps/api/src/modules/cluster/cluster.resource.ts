import { clusterSettingAmounts } from '@kerf/application';
import { z } from 'zod';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import {
  amountResource,
  list,
  money,
  reasonResource,
  text,
  wholeIn,
  word,
} from '../../rest/wire.js';

const clusterSummaryResource = componentOf('ClusterSummary', {
  price: money.meta({ description: 'Sum of all known node prices per hour' }),
  possibleSaving: money.nullable().meta({
    description:
      'Most that cheaper nodes for the same pods could save: the price of the managed nodes now, less their lower bound; null before the first cost report, and for callers who do not see the costs of the whole cluster',
  }),
});

type SettingAmounts = typeof clusterSettingAmounts;

/** A setting that is a whole number, with the range that the use case accepts. */
function amountOf(field: keyof SettingAmounts) {
  const { least, most } = clusterSettingAmounts[field];
  return wholeIn([least, most]);
}

function ratioOf(field: keyof SettingAmounts) {
  const { least: minimum, most: maximum } = clusterSettingAmounts[field];
  return z.number().meta({ minimum, maximum });
}

export const clusterSettings = {
  batchIdleMs: amountOf('batchIdleMs'),
  batchMaxMs: amountOf('batchMaxMs'),
  disruptionPollMs: amountOf('disruptionPollMs'),
  validationDelayMs: amountOf('validationDelayMs'),
  approvalTtlMs: amountOf('approvalTtlMs'),
  rejectionHoldMs: amountOf('rejectionHoldMs').meta({
    description:
      'Time for which a rejected decision is not proposed again; 0 allows it in the next evaluation',
  }),
  searchMs: amountOf('searchMs').meta({
    description:
      'Time budget of the optimizer per batch, in milliseconds of one core; 0 uses Karpenter’s plan',
  }),
  nodeCharge: money.meta({
    description:
      'Node charge: added to the price of each node per hour when plans are compared, 0 to 10',
  }),
  offeringSharePercent: amountOf('offeringSharePercent').meta({
    description:
      'Maximum share of a plan’s nodes that have one instance type in one zone; 100 sets no limit',
  }),
  preferencePolicy: word('PreferencePolicy').meta({
    description: 'Whether preferences of pods are respected; Karpenter’s PREFERENCE_POLICY',
  }),
  schedulerConfiguration: text.meta({
    description:
      'Configuration of the cluster’s scheduler as YAML or JSON, whose default topology spread constraints hold for pods without constraints of their own: a KubeSchedulerConfiguration, or the value of Karpenter’s SCHEDULER_CONFIG. Empty: none',
  }),
  minValuesPolicy: word('MinValuesPolicy').meta({
    description: 'Handling of minValues that cannot be met; Karpenter’s MIN_VALUES_POLICY',
  }),
  vmMemoryOverheadRatio: ratioOf('vmMemoryOverheadRatio').meta({
    description:
      'Share of an instance type’s memory that the hypervisor uses until a node of the type reports its memory; Karpenter’s VM_MEMORY_OVERHEAD_PERCENT',
  }),
  reservedEnis: amountOf('reservedEnis').meta({
    description: 'Network interfaces that are not used for pods; Karpenter’s RESERVED_ENIS',
  }),
  spotToSpotConsolidation: z.boolean().meta({
    description:
      'Whether a spot node may be replaced by a cheaper spot node; Karpenter’s feature gate SpotToSpotConsolidation',
  }),
  minSaving: money.meta({
    description:
      'Minimum savings per hour of a consolidation of underutilized nodes, 0 to 1000; 0 allows any saving',
  }),
  minSavingPercent: amountOf('minSavingPercent').meta({
    description: 'Minimum savings, in percent of the price of the removed nodes',
  }),
  podMovePrice: money.meta({
    description: 'Minimum savings per hour for each moved pod, 0 to 10',
  }),
  maxReplacements: amountOf('maxReplacements').meta({
    description:
      'Most nodes that one consolidation of several nodes may launch; Karpenter launches one',
  }),
  nodeRepair: z.boolean().meta({
    description:
      'Whether nodes that stay unhealthy are replaced, within the disruption budgets for UNHEALTHY; Karpenter’s feature gate NodeRepair',
  }),
  legacyNodeRepair: z.boolean().meta({
    description:
      'Whether node repair terminates the nodes at once, whatever their pods, disruption budgets and approvals allow, if at most 20% of them are unhealthy; Karpenter’s LEGACY_NODE_REPAIR',
  }),
  rebootForRepair: z.boolean().meta({
    description:
      'Whether node repair reboots a node if that may clear its condition, and replaces it if two reboots within a day did not help; Karpenter’s feature gate RebootForRepair',
  }),
  terminateFirstDrift: z.boolean().meta({
    description:
      'Whether a drifted node is removed before its replacement where none can be launched before it is gone: in a static NodePool at its limit, or in a full capacity reservation; its pods wait; Karpenter’s feature gate TerminateFirstDrift',
  }),
  terminateFirstRepair: z.boolean().meta({
    description:
      'The same for the repair of unhealthy nodes; Karpenter’s feature gate TerminateFirstRepair',
  }),
  instanceStatusChecks: z.boolean().meta({
    description:
      'Whether instances whose EC2 instance or system status check fails for two minutes are terminated, whatever their pods and disruption budgets allow; Karpenter always does this',
  }),
  dryRunChecks: z.boolean().meta({
    description:
      'Whether dry runs of EC2 check, before the first launch, that the role may launch instances with each EC2NodeClass; the opposite of Karpenter’s DISABLE_DRY_RUN',
  }),
  zonalShift: z.boolean().meta({
    description:
      'Whether nothing is launched in zones that an ARC zonal shift or autoshift of the EKS cluster moves traffic away from; Karpenter’s ENABLE_ZONAL_SHIFT',
  }),
  podDeletionCost: z.boolean().meta({
    description:
      'Whether Kerf writes the deletion cost of pods of ReplicaSets, so that a scale-down empties the nodes first that consolidation would remove; Karpenter’s feature gate PodDeletionCostManagement',
  }),
  launchTimeoutMs: amountOf('launchTimeoutMs').meta({
    description:
      'Time after which a NodeClaim that was not launched ends, and its pods are planned for again',
  }),
  securityGroupRefreshMs: amountOf('securityGroupRefreshMs').meta({
    description:
      'Time for which the security groups of an EC2NodeClass are kept before they are looked up again; Karpenter’s SECURITY_GROUP_REFRESH_INTERVAL',
  }),
  waitForScheduler: z.boolean().meta({
    description:
      'Whether nodes are launched only for pods that the cluster’s scheduler has marked as unschedulable, as in Karpenter; otherwise at once for pods that existing nodes cannot take',
  }),
  anticipatePods: z.boolean().meta({
    description:
      'Whether pods that ReplicaSets, StatefulSets and Jobs have not created yet are planned for with the others, and a batch of such pods closes early; without effect with waitForScheduler',
  }),
};

const nodeOverlayResource = componentOf(
  'NodeOverlay',
  {
    price: text.nullable().meta({ description: 'US dollars per hour, as in the manifest' }),
    capacity: list(resourceOf('ExtendedResource', {})),
  },
  'A NodeOverlay and its status: prices or resources of instance types for decisions',
);

const capacityBufferResource = componentOf(
  'CapacityBuffer',
  {
    unit: list(amountResource),
    reasons: list(reasonResource),
  },
  'A CapacityBuffer and its status: capacity that is kept free for future pods',
);

export const clusterResource = componentOf('Cluster', {
  tags: list(resourceOf('ClusterTag', {})),
  certificateAuthority: text
    .nullable()
    .meta({ description: 'The certificate authority in PEM, encoded in base64' }),
  endpointIsGiven: z.boolean().meta({
    description:
      'Whether endpoint and certificateAuthority were given at the registration; otherwise EKS says them',
  }),
  externalId: text.nullable().meta({
    description: 'Created by Kerf; the role’s trust policy must require it',
  }),
  effectiveMode: word('ClusterMode').meta({
    description: 'The mode that applies now: `mode`, or OBSERVE while the cluster is on hold',
  }),
  hold: resourceOf('ClusterHold', {}).nullable().meta({
    description: 'The hold that keeps Kerf from acting in the cluster, whatever its mode',
  }),
  connection: resourceOf('ClusterConnectionState', {}),
  attention: list(resourceOf('ClusterAttention', {})).meta({
    description: 'Problems of the cluster, most urgent first',
  }),
  checks: list(resourceOf('RegistrationCheck', {})),
  settings: z.object(clusterSettings),
  summary: clusterSummaryResource.nullable(),
  findings: list(resourceOf('ClusterFinding', {})),
  nodeOverlays: list(nodeOverlayResource),
  capacityBuffers: list(capacityBufferResource),
});
