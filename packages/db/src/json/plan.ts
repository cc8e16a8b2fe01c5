import type { PlannedClaim, ProvisionPlan } from '@kerf/application';
import {
  type BoundCertificate,
  type CandidateRepair,
  type ExpectedOffering,
  type FixTarget,
  type GapParts,
  type InstanceTypeOption,
  type NearestMiss,
  type PlanCost,
  type PlannedNodeClaim,
  type PodMove,
  type PoolRefusal,
  planMethods,
  type RejectedInstanceTypes,
  type UnschedulablePod,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo } from './format.js';
import { reason, schedulingReason } from './reason.js';
import {
  capacityType,
  flag,
  labels,
  nullableNumber,
  nullableText,
  number,
  priceOverlay,
  requirement,
  resourceList,
  taint,
  text,
  texts,
} from './values.js';

export const expectedOffering = provenTo<ExpectedOffering>().read(
  z.looseObject({
    instanceType: text,
    zone: text,
    capacityType,
    reservationId: text.exactOptional(),
    priceMicroUsdPerHour: number,
    isPriceEstimated: z.literal(true).exactOptional(),
    priceOverlay: priceOverlay.exactOptional(),
  } satisfies FieldsOf<ExpectedOffering>),
);

export const instanceTypeOption = provenTo<InstanceTypeOption>().read(
  z.looseObject({
    name: text,
    capacityOverlay: resourceList.exactOptional(),
    offerings: z.array(expectedOffering),
  } satisfies FieldsOf<InstanceTypeOption>),
);

const rejectedInstanceTypes = z.looseObject({
  reason,
  count: number,
  examples: texts,
} satisfies FieldsOf<RejectedInstanceTypes>);

/** Fields that a planned node and its NodeClaim share. */
export const plannedFields = {
  id: text,
  podUids: texts,
  requests: resourceList,
  labels,
  annotations: labels,
  taints: z.array(taint),
  startupTaints: z.array(taint),
  savingAgainstNextBestMicroUsdPerHour: nullableNumber,
};

const plannedNodeFields = {
  ...plannedFields,
  requirements: z.array(requirement),
  instanceTypes: z.array(instanceTypeOption),
  rejectedInstanceTypes: z.array(rejectedInstanceTypes),
  expected: expectedOffering,
};

export const plannedNodeClaim = provenTo<PlannedNodeClaim>().read(
  z.looseObject({ ...plannedNodeFields, nodePool: text } satisfies FieldsOf<PlannedNodeClaim>),
);

const plannedClaim = provenTo<PlannedClaim>().read(
  z.union([
    z.looseObject({ ...plannedNodeFields, nodePool: text }),
    z.looseObject({ ...plannedNodeFields, nodePool: z.null() }),
  ]),
);

/** Fields of a node to remove. */
export const candidateFields = {
  nodeName: text,
  nodeClaimId: text,
  instanceType: nullableText,
  zone: nullableText,
  capacityType: nullableText,
  priceMicroUsdPerHour: nullableNumber,
  priceOverlay: priceOverlay.exactOptional(),
  daemonPods: number,
  disruptionCost: number.exactOptional(),
  repair: z
    .looseObject({
      condition: text,
      status: z.enum(['False', 'Unknown']),
      since: number,
      drainMs: number,
    } satisfies FieldsOf<CandidateRepair>)
    .exactOptional(),
};

export const move = z.looseObject({
  podUid: text,
  pod: text,
  from: text,
  to: text,
} satisfies FieldsOf<PodMove>);

const nearestMiss = z.looseObject({
  instanceType: text,
  shortages: z.array(z.looseObject({ resource: text, requested: number, allocatable: number })),
} satisfies FieldsOf<NearestMiss>);

const fixTarget = z.looseObject({
  kind: z.enum(['NodePool', 'EC2NodeClass']),
  name: text,
  path: text,
} satisfies FieldsOf<FixTarget>);

export const poolRefusal = provenTo<PoolRefusal>().read(
  z.looseObject({
    nodePool: text,
    reason: schedulingReason,
    nearest: nearestMiss.nullable(),
    fix: fixTarget.nullable(),
  } satisfies FieldsOf<PoolRefusal>),
);

const unschedulablePod = z.looseObject({
  podUid: text,
  reasons: z.array(reason),
  byNodePool: z.array(poolRefusal),
  queuePosition: number,
  evaluatedAt: number,
} satisfies FieldsOf<UnschedulablePod>);

const gapFields = {
  offeringPremiumMicroUsdPerHour: number,
  unusedCapacityMicroUsdPerHour: number,
  placementPremiumMicroUsdPerHour: number,
} satisfies FieldsOf<GapParts>;

const certificate = z.looseObject({
  isExhaustive: flag,
  resources: texts,
  slots: z.array(z.looseObject({ capacity: number, podUids: texts })),
  pods: z.array(z.looseObject({ podUid: text, count: number, dualValue: text })),
  dualPrices: z.array(texts),
} satisfies FieldsOf<BoundCertificate>);

const planCost = provenTo<PlanCost>().read(
  z.looseObject({
    planMicroUsdPerHour: number,
    lowerBoundMicroUsdPerHour: number,
    gapRatio: number,
    firstFitMicroUsdPerHour: number,
    firstFitNodes: number,
    nodeChargeMicroUsdPerHour: number,
    method: z.enum(planMethods),
    diversityMicroUsdPerHour: number,
    gapParts: z.looseObject(gapFields),
    nodeGaps: z.array(z.looseObject({ ...gapFields, dualValueMicroUsdPerHour: number })),
    certificate,
  } satisfies FieldsOf<PlanCost>),
);

export const provisionPlan = provenTo<ProvisionPlan>().read(
  z.looseObject({
    engineVersion: text,
    newNodeClaims: z.array(plannedClaim),
    existingNodes: z.array(z.looseObject({ nodeName: text, podUids: texts })),
    unschedulable: z.array(unschedulablePod),
    totalPriceMicroUsdPerHour: nullableNumber,
    cost: planCost.nullable(),
  } satisfies FieldsOf<ProvisionPlan>),
);

const byName = z.record(text, z.unknown());
const list = z.array(z.unknown());
const listOfObjects = z.array(byName);

/**
 * Upgrades plans from before versions. Their cost may be missing or of an older format, and their
 * reasons may have other fields. An unreadable cost becomes `null`; pods and instance types with an
 * unreadable reason are removed.
 */
export function upgradeUnversionedPlan(old: unknown): unknown {
  const { data: plan } = byName.safeParse(old);
  if (plan === undefined) return old;
  const { cost = null, newNodeClaims, unschedulable } = plan;
  return {
    ...plan,
    cost: planCost.safeParse(cost).success ? cost : null,
    unschedulable: readableOf(unschedulable, unschedulablePod),
    newNodeClaims: upgradePlannedNodes(newNodeClaims),
  };
}

/** The same upgrade for planned nodes alone. */
export function upgradePlannedNodes(old: unknown): unknown {
  const { data: nodes } = listOfObjects.safeParse(old);
  if (nodes === undefined) return old;
  return nodes.map((node) => ({
    ...node,
    rejectedInstanceTypes: readableOf(node['rejectedInstanceTypes'], rejectedInstanceTypes),
  }));
}

function readableOf(items: unknown, schema: z.ZodType): unknown {
  const { data } = list.safeParse(items);
  return data === undefined ? items : data.filter((item) => schema.safeParse(item).success);
}
