import {
  claimHashAnnotations,
  isRebooting,
  type LaunchOptions,
  launchFailureReasons,
  type NodeClaim,
  type NodeClaimObjectContext,
  type NodeClaimRefusal,
  type NodeClaimTermination,
  type RebootStep,
  type TerminationStep,
  terminationSteps,
  terminationText,
} from '@kerf/application';
import {
  annotationKeys,
  type Instant,
  type JsonObject,
  labelKeys,
  managedByKerf,
  terminationFinalizer,
  toTimestamp,
} from '@kerf/core';
import type { Labels, RequirementSpec } from '@kerf/engine';
import { apiVersionOf, resources } from '../watch/resources.js';
import type { OwnerReference } from '../write/owner-reference.js';
import type { DesiredCondition } from './conditions.js';
import { toWireRequirements, toWireResources, toWireTaints } from './wire-spec.js';

/** Returns the NodeClaim object as it is created; its spec never changes afterwards. */
export function toNodeClaimObject(
  claim: NodeClaim,
  context: Omit<NodeClaimObjectContext, 'launchOptions'> & {
    readonly launchOptions: LaunchOptions | null;
    readonly owner: OwnerReference | null;
  },
): JsonObject {
  const { plan, terms } = claim;
  const { terminationGracePeriod } = terms;
  const { owner } = context;
  return {
    apiVersion: apiVersionOf(resources.nodeClaims),
    kind: resources.nodeClaims.kind,
    metadata: {
      name: claim.name,
      labels: nodeClaimLabels(claim),
      annotations: nodeClaimAnnotations(claim),
      finalizers: [terminationFinalizer],
      ...(owner !== null && { ownerReferences: [owner] }),
    },
    spec: {
      nodeClassRef: context.nodeClassRef,
      requirements: toWireRequirements(withInstanceTypes(context.launchOptions)),
      resources: { requests: toWireResources(plan.requests) },
      taints: toWireTaints(plan.taints),
      startupTaints: toWireTaints(plan.startupTaints),
      expireAfter: terms.expireAfter,
      ...(terminationGracePeriod !== null && { terminationGracePeriod }),
    },
  };
}

/** Labels from which `kubectl get nodeclaims` reads instance type, capacity type and zone. */
export function nodeClaimLabels(claim: NodeClaim): Labels {
  return {
    ...claim.plan.labels,
    ...claim.instance?.labels,
    ...(claim.instance !== null && {
      [labelKeys.instanceType]: claim.instance.instanceType,
      [labelKeys.zone]: claim.instance.zone,
      [labelKeys.capacityType]: claim.instance.capacityType,
    }),
    [labelKeys.nodeClass]: claim.nodeClass,
    ...(claim.nodePool !== null && {
      [labelKeys.nodePool]: claim.nodePool,
      [labelKeys.managedBy]: managedByKerf,
    }),
  };
}

export function nodeClaimAnnotations(claim: NodeClaim): Labels {
  const deadline = claim.termination?.deadline ?? null;
  const preBootId = claim.reboot?.preBootId ?? null;
  return {
    ...claim.plan.annotations,
    ...claimHashAnnotations(claim),
    ...(deadline !== null && { [annotationKeys.terminationTimestamp]: toTimestamp(deadline) }),
    ...(preBootId !== null && { [annotationKeys.rebootPreBootId]: preBootId }),
  };
}

/** Returns the fields of `status` other than its conditions. */
export function nodeClaimStatus({ instance, nodeName, lastPodEventAt }: NodeClaim): JsonObject {
  return {
    ...(nodeName !== null && { nodeName }),
    ...(instance !== null && {
      providerID: instance.providerId,
      imageID: instance.imageId,
      capacity: toWireResources(instance.capacity),
      allocatable: toWireResources(instance.allocatable),
    }),
    ...(lastPodEventAt !== null && { lastPodEventTime: toTimestamp(lastPodEventAt) }),
  };
}

/** Facts besides the NodeClaim that the conditions of its object depend on. */
export type ConditionContext = Pick<
  NodeClaimObjectContext,
  'drifted' | 'consolidatableSince' | 'consistent' | 'disruption'
>;

/**
 * Returns the NodeClaim's progress as upstream's conditions.
 * Source: karpenter pkg/apis/v1/nodeclaim_status.go.
 */
export function nodeClaimConditions(
  claim: NodeClaim,
  context: ConditionContext,
): readonly DesiredCondition[] {
  const steps = [
    launchedCondition(claim),
    reachedCondition('Registered', claim.registeredAt, 'Node has not joined the cluster'),
    initializedCondition(claim),
  ];
  return [
    ...steps,
    readyCondition(steps),
    ...driftConditions(context),
    ...consolidatableConditions(context),
    ...consistencyConditions(context),
    ...disruptionConditions(claim, context),
    ...rebootConditions(claim),
    ...terminationConditions(claim),
  ];
}

/** Conditions that are removed when they no longer apply. */
export const transientConditions: readonly string[] = [
  'Drifted',
  'Consolidatable',
  'DisruptionReason',
];

/** Source: karpenter pkg/controllers/nodeclaim/disruption/drift.go @v1.14.1. */
function driftConditions({ drifted }: ConditionContext): readonly DesiredCondition[] {
  return drifted === null
    ? []
    : [{ type: 'Drifted', status: 'True', reason: drifted, message: drifted }];
}

function consolidatableConditions({
  consolidatableSince,
}: ConditionContext): readonly DesiredCondition[] {
  return consolidatableSince === null
    ? []
    : [reachedCondition('Consolidatable', consolidatableSince, '')];
}

/** Source: karpenter pkg/controllers/nodeclaim/consistency/controller.go @v1.14.1. */
function consistencyConditions({ consistent }: ConditionContext): readonly DesiredCondition[] {
  const type = 'ConsistentStateFound';
  if (consistent === null) return [];
  if (consistent) return [{ type, status: 'True', reason: type, message: '' }];
  const message = 'The node has less capacity than was planned';
  return [{ type, status: 'False', reason: 'ConsistencyCheckFailed', message }];
}

/** A reboot ends the initialization, which the new boot has to reach. */
function initializedCondition(claim: NodeClaim): DesiredCondition {
  const condition = reachedCondition(
    'Initialized',
    claim.initializedAt,
    isRebooting(claim) ? 'Node is rebooting' : 'Node is not initialized',
  );
  return condition.status === 'Unknown' && isRebooting(claim)
    ? { ...condition, reason: 'Rebooting' }
    : condition;
}

/** Source: karpenter pkg/controllers/nodeclaim/reboot/controller.go @v1.15.0. */
function rebootConditions({ reboot }: NodeClaim): readonly DesiredCondition[] {
  if (reboot === null) return [];
  const { step, cause, failure, requestedAt, stepAt } = reboot;
  const { status, reason } = rebootStates[step];
  const message = status === 'True' ? `Rebooting for ${cause}` : (failure ?? rebooted);
  const changedAt = status === 'True' ? requestedAt : stepAt;
  return [{ type: 'Rebooting', status, reason, message, changedAt }];
}

const rebooted = 'Node rebooted and rejoined the cluster';

const rebootStates = {
  Requested: { status: 'True', reason: 'RebootRequested' },
  Issuing: { status: 'True', reason: 'RebootRequested' },
  Issued: { status: 'True', reason: 'RebootIssued' },
  Succeeded: { status: 'False', reason: 'RebootSucceeded' },
  Failed: { status: 'False', reason: 'RebootFailed' },
} as const satisfies Readonly<Record<RebootStep, Pick<DesiredCondition, 'status' | 'reason'>>>;

/** The reason of a termination, or of the command that is being executed on the node. */
function disruptionConditions(
  { termination }: NodeClaim,
  { disruption }: ConditionContext,
): readonly DesiredCondition[] {
  const reason = termination?.reason ?? disruption;
  const type = 'DisruptionReason';
  if (reason === null) return [];
  const changedAt = termination?.startedAt ?? null;
  return [{ type, status: 'True', reason, message: terminationText[reason], changedAt }];
}

function launchedCondition({ failure, launchedAt, terminatedAt }: NodeClaim): DesiredCondition {
  if (failure === null || launchedAt !== null)
    return reachedCondition('Launched', launchedAt, 'Instance is not launched');
  const reason = launchFailureReasons[failure.code];
  return {
    type: 'Launched',
    status: 'False',
    reason,
    message: failure.detail,
    changedAt: terminatedAt,
  };
}

/**
 * Returns the conditions of an object that Kerf does not launch because of its content or
 * references.
 */
export function refusalConditions({
  reason,
  message,
}: NodeClaimRefusal): readonly DesiredCondition[] {
  const launched: DesiredCondition = { type: 'Launched', status: 'False', reason, message };
  return [launched, readyCondition([launched])];
}

function reachedCondition(type: string, reachedAt: Instant | null, yet: string): DesiredCondition {
  return reachedAt === null
    ? { type, status: 'Unknown', reason: 'AwaitingReconciliation', message: yet }
    : { type, status: 'True', reason: type, message: '', changedAt: reachedAt };
}

/**
 * Returns the summary of the three conditions: the worst of them. As upstream's, it stays while the
 * node is drained. Source: awslabs/operatorpkg status/condition_set.go.
 */
function readyCondition(steps: readonly DesiredCondition[]): DesiredCondition {
  const worst =
    steps.find(({ status }) => status === 'False') ??
    steps.find(({ status }) => status === 'Unknown');
  if (worst === undefined) {
    const lastAt = Math.max(...steps.map(({ changedAt }) => changedAt ?? 0));
    return reachedCondition('Ready', lastAt, '');
  }
  const message = `${worst.type}=${worst.status}: ${worst.message}`;
  return { type: 'Ready', status: worst.status, reason: 'UnhealthyDependents', message };
}

/** Source: karpenter pkg/controllers/node/termination/controller.go. */
function terminationConditions({ termination }: NodeClaim): readonly DesiredCondition[] {
  if (termination === null) return [];
  const { step, stepAt } = termination;
  const isPast = (other: TerminationStep): boolean =>
    terminationSteps.indexOf(step) >= terminationSteps.indexOf(other);
  return [
    drainedCondition(termination, isPast('Drained')),
    ...(isPast('Drained') ? [detachedCondition(termination, isPast('VolumesDetached'))] : []),
    ...(isPast('InstanceTerminating') ? [reachedCondition('InstanceTerminating', stepAt, '')] : []),
  ];
}

function drainedCondition(
  { lostPods = [], stepAt, waitingFor }: NodeClaimTermination,
  isPast: boolean,
): DesiredCondition {
  const type = 'Drained';
  if (!isPast) return { type, status: 'Unknown', reason: 'Draining', message: waitingFor ?? '' };
  if (lostPods.length === 0) return reachedCondition(type, stepAt, '');
  const message = `Pods that were not evicted: ${lostPods.join(', ')}`;
  return { type, status: 'False', reason: 'InstanceEnded', message, changedAt: stepAt };
}

function detachedCondition(
  { undetached, stepAt, waitingFor }: NodeClaimTermination,
  isPast: boolean,
): DesiredCondition {
  const type = 'VolumesDetached';
  if (!isPast) {
    return {
      type,
      status: 'Unknown',
      reason: 'AwaitingVolumeDetachment',
      message: waitingFor ?? '',
    };
  }
  if (undetached === undefined) return reachedCondition(type, stepAt, '');
  const { reason, volumes } = undetached;
  return volumes.length === 0
    ? { type, status: 'Unknown', reason, message: '', changedAt: stepAt }
    : { type, status: 'False', reason, message: volumes.join(', '), changedAt: stepAt };
}

/**
 * Adds the instance types of the launch options, even if the plan's requirements do not list them.
 */
function withInstanceTypes(options: LaunchOptions | null): readonly RequirementSpec[] {
  if (options === null) return [];
  const { requirements, instanceTypes } = options;
  const others = requirements.filter(({ key }) => key !== labelKeys.instanceType);
  const requested = requirements.find(({ key }) => key === labelKeys.instanceType);
  const values = instanceTypes.map(({ name }) => name);
  if (values.length === 0) return requirements;
  const minValues = requested?.minValues ?? null;
  return [...others, { key: labelKeys.instanceType, operator: 'In', values, minValues }];
}
