import {
  type LaunchOptions,
  launchFailureReasons,
  type NodeClaim,
  type NodeClaimObjectContext,
  type NodeClaimRefusal,
  type TerminationStep,
  terminationSteps,
} from '@kerf/application';
import {
  annotationKeys,
  type Instant,
  type JsonObject,
  labelKeys,
  managedByKerf,
  terminationFinalizer,
} from '@kerf/core';
import type { Labels, RequirementSpec } from '@kerf/engine';
import { apiVersionOf, resources } from '../watch/resources.js';
import type { OwnerReference } from '../write/owner-reference.js';
import { type DesiredCondition, toTimestamp } from './conditions.js';
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
  return {
    ...claim.plan.annotations,
    ...(claim.nodePool !== null && { [annotationKeys.nodePoolHash]: claim.nodePoolHash }),
    [annotationKeys.nodeClassHash]: claim.nodeClassHash,
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

/**
 * Returns the NodeClaim's progress as upstream's conditions.
 * Source: karpenter pkg/apis/v1/nodeclaim_status.go.
 */
export function nodeClaimConditions(
  claim: NodeClaim,
  drifted: string | null,
): readonly DesiredCondition[] {
  const steps = [
    launchedCondition(claim),
    reachedCondition('Registered', claim.registeredAt, 'Node has not joined the cluster'),
    reachedCondition('Initialized', claim.initializedAt, 'Node is not initialized'),
  ];
  return [
    ...steps,
    readyCondition(steps),
    ...driftConditions(drifted),
    ...terminationConditions(claim),
  ];
}

/** Conditions that are removed when they no longer apply. */
export const transientConditions: readonly string[] = ['Drifted'];

/** Source: karpenter pkg/controllers/nodeclaim/disruption/drift.go @v1.14.1. */
function driftConditions(drifted: string | null): readonly DesiredCondition[] {
  return drifted === null
    ? []
    : [{ type: 'Drifted', status: 'True', reason: drifted, message: drifted }];
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

/** Returns the summary of the three conditions: the worst of them. */
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

function terminationConditions({ termination }: NodeClaim): readonly DesiredCondition[] {
  if (termination === null) return [];
  const { step, reason, startedAt, stepAt, waitingFor } = termination;
  const isPast = (other: TerminationStep): boolean =>
    terminationSteps.indexOf(step) >= terminationSteps.indexOf(other);
  return [
    { type: 'DisruptionReason', status: 'True', reason, message: '', changedAt: startedAt },
    isPast('Drained')
      ? { type: 'Drained', status: 'True', reason: 'Drained', message: '', changedAt: stepAt }
      : { type: 'Drained', status: 'Unknown', reason: 'Draining', message: waitingFor ?? '' },
    ...(isPast('InstanceTerminating') ? [reachedCondition('InstanceTerminating', stepAt, '')] : []),
  ];
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
