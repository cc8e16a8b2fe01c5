import { compareText, formatBytes, formatMilliCpu, type MicroUsdPerHour } from '@kerf/core';
import type {
  ClusterSnapshot,
  PlannedNodeClaim,
  RequirementSpec,
  ResourceList,
  SchedulingResult,
  Taint,
  UnschedulablePod,
} from '@kerf/engine';

/** A plan as it is printed: pods by name, quantities as in manifests, prices in US dollars. */
export interface Answer {
  readonly fixture: string;
  readonly pods: number;
  readonly placed: number;
  readonly nodes: number;
  /** US dollars per hour. */
  readonly totalPrice: number;
  readonly errorCount: number;
  readonly nodeClaims: readonly ClaimAnswer[];
  /** Pods on existing nodes, by node name. */
  readonly existing: Readonly<Record<string, readonly string[]>>;
  /** The reasons of each unschedulable pod as text. */
  readonly errors: Readonly<Record<string, string>>;
  /** The reasons of each unschedulable pod as data. */
  readonly reasons: Readonly<Record<string, Pick<UnschedulablePod, 'reasons' | 'byNodePool'>>>;
}

export interface ClaimAnswer {
  readonly nodePool: string;
  readonly pods: readonly string[];
  readonly requirements: readonly AnsweredRequirement[];
  readonly requests: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Cheapest first. */
  readonly instanceTypes: readonly string[];
  readonly instanceTypeCount: number;
  readonly cheapestPrice: number;
  readonly cheapestType: string;
  readonly cheapestZone: string;
  readonly cheapestCapacityType: string;
}

export interface AnsweredRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
  readonly minValues?: number;
}

export function toAnswer(snapshot: ClusterSnapshot, result: SchedulingResult): Answer {
  const names = new Map(snapshot.pods.map(({ uid, name }) => [uid, name]));
  const nameOf = (uid: string): string => names.get(uid) ?? uid;
  const namesOf = (uids: readonly string[]): string[] => uids.map(nameOf).sort();
  const errors = result.unschedulable.map((pod) => [nameOf(pod.podUid), errorTextOf(pod)] as const);
  return {
    fixture: snapshot.clusterName,
    pods: snapshot.pods.length,
    placed: snapshot.pods.length - result.unschedulable.length,
    nodes: result.newNodeClaims.length,
    totalPrice: toUsd(
      result.newNodeClaims.reduce((sum, claim) => sum + claim.expected.priceMicroUsdPerHour, 0),
    ),
    errorCount: errors.length,
    nodeClaims: result.newNodeClaims
      .map((claim) => toClaimAnswer(claim, namesOf(claim.podUids)))
      .sort((a, b) => compareText(a.pods[0] ?? '', b.pods[0] ?? '')),
    existing: Object.fromEntries(
      result.existingNodes.map(({ nodeName, podUids }) => [nodeName, namesOf(podUids)]),
    ),
    errors: Object.fromEntries(errors),
    reasons: Object.fromEntries(
      result.unschedulable.map(({ podUid, reasons, byNodePool }) => [
        nameOf(podUid),
        { reasons, byNodePool },
      ]),
    ),
  };
}

export const toUsd = (micro: MicroUsdPerHour): number => micro / 1e6;

function toClaimAnswer(claim: PlannedNodeClaim, pods: readonly string[]): ClaimAnswer {
  const { expected, instanceTypes } = claim;
  return {
    nodePool: claim.nodePool,
    pods,
    requirements: claim.requirements
      .filter(({ key }) => key !== 'node.kubernetes.io/instance-type')
      .map(toRequirement),
    requests: quantities(claim.requests),
    labels: claim.labels,
    taints: claim.taints,
    instanceTypes: instanceTypes.map(({ name }) => name),
    instanceTypeCount: instanceTypes.length,
    cheapestPrice: toUsd(expected.priceMicroUsdPerHour),
    cheapestType: expected.instanceType,
    cheapestZone: expected.zone,
    cheapestCapacityType: expected.capacityType,
  };
}

function toRequirement({ key, operator, values, minValues }: RequirementSpec): AnsweredRequirement {
  return {
    key,
    operator,
    ...(values.length === 0 ? {} : { values: [...values].sort() }),
    ...(minValues === null ? {} : { minValues }),
  };
}

function quantities(amounts: ResourceList): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [
      name,
      name === 'cpu' ? formatMilliCpu(amount) : formatBytes(amount),
    ]),
  );
}

/** Karpenter writes `ignored` too for pods that are invalid. */
function errorTextOf({ reasons, byNodePool }: UnschedulablePod): string {
  if (reasons.length > 0)
    return `ignored: ${reasons.map((item) => JSON.stringify(item)).join('; ')}`;
  return byNodePool
    .map(({ nodePool, reason }) => `${nodePool}: ${JSON.stringify(reason)}`)
    .join('; ');
}
