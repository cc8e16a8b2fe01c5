import {
  type DecisionBody,
  type NodeDrift as DriftRecord,
  type DecisionEvent as EventRecord,
  type PlannedClaim,
  type ProvisionBody,
  type RemovedNode,
  refillMs,
  terminateFirstText,
  waitingPods,
} from '@kerf/application';
import { assertNever } from '@kerf/core';
import type { DecisionSummary, DecisionOutcome as OutcomeRow } from '@kerf/db';
import {
  type Command,
  capacityTypes,
  type PodMove as EnginePodMove,
  type ExpectedOffering,
  isBufferPod,
  type RequirementSpec,
} from '@kerf/engine';
import { toAmounts } from '../../contract/amounts.js';
import { toReason } from '../../contract/reason.js';
import type {
  Decision,
  DecisionEvent,
  DecisionOutcome,
  DecisionPod,
  DisruptionCandidate,
  ExistingPlacement,
  PlannedNodeClaim,
  PlannedOffering,
  PodMove,
  PriceOverlay as PriceOverlayView,
  SavingBound,
  StaticPoolCounts,
  TerminateFirst,
} from '../../generated/schema-types.js';
import type { decisionLazy } from './decision.resource.js';
import { toNodeGap } from './gap.mapper.js';

export type DecisionLazy = (typeof decisionLazy)[number];
export type DecisionView = Omit<Decision, DecisionLazy>;

export type PlannedNodeClaimLazy = 'nodeClaim';
export type PlannedNodeClaimView = Omit<PlannedNodeClaim, PlannedNodeClaimLazy> & {
  /** `null` until something is recorded for it. */
  readonly nodeClaimId: string | null;
};

export function toDecisionView({
  verdict,
  costChangeMicroUsdPerHour: costChange,
  achievedSavingMicroUsdPerHour: achievedSaving,
  savingsRatioMicroUsdPerHour: savingsRatio,
  ...decision
}: DecisionSummary): DecisionView {
  return {
    ...decision,
    observeOnly: verdict.kind === 'ObserveOnly',
    approvalsNeeded: verdict.kind === 'NeedsApproval' ? verdict.approvals : 0,
    costChange,
    achievedSaving,
    savingsRatio,
  };
}

/** Outcome of a decision without NodeClaims: it was never executed, or is new. */
const noNodes: DecisionOutcome = {
  succeededNodes: 0,
  launchFailedNodes: 0,
  notReadyNodes: 0,
  remainingNodes: 0,
};

export const toOutcomeView = (row: OutcomeRow | null): DecisionOutcome => row ?? noNodes;

export function toPlannedClaims(body: DecisionBody): readonly PlannedNodeClaimView[] {
  switch (body.type) {
    case 'Provision':
      return body.result.newNodeClaims.map((claim, index) => ({
        ...toPlannedClaim(claim),
        gap: toNodeGap(body, index),
        nodeClaimId: body.claims[claim.id] ?? null,
        pods: toPods(body, claim.podUids),
        optionCount: body.optionCounts[claim.id] ?? claim.instanceTypes.length,
      }));
    case 'Disrupt':
      return toReplacements(body.command, body.replacementClaims);
    case 'Remove':
      return [];
    default:
      return assertNever(body);
  }
}

/** @param claimIds recorded NodeClaims by planned ID */
export function toReplacements(
  { replacements, moves }: Pick<Command, 'replacements' | 'moves'>,
  claimIds: Readonly<Record<string, string>> = {},
): readonly PlannedNodeClaimView[] {
  const arrivals = Map.groupBy(moves, ({ to }) => to);
  return replacements.map((claim) => ({
    ...toPlannedClaim(claim),
    nodeClaimId: claimIds[claim.id] ?? null,
    pods: (arrivals.get(claim.id) ?? []).map(toMovedPod),
    gap: null,
  }));
}

function toPlannedClaim(
  claim: PlannedClaim,
): Omit<PlannedNodeClaimView, 'nodeClaimId' | 'pods' | 'gap'> {
  return {
    plannedId: claim.id,
    nodePool: claim.nodePool,
    requests: toAmounts(claim.requests),
    requirements: claim.requirements.map(formatRequirement),
    expected: toOffering(claim.expected),
    savingAgainstNextBest: claim.savingAgainstNextBestMicroUsdPerHour,
    options: claim.instanceTypes.flatMap(({ offerings }) => offerings.slice(0, 1).map(toOffering)),
    optionCount: claim.instanceTypes.length,
    rejected: claim.rejectedInstanceTypes.map(({ reason, count, examples }) => ({
      reason: toReason(reason),
      count,
      examples,
    })),
  };
}

export function toExistingPlacements(body: DecisionBody): readonly ExistingPlacement[] {
  return body.type === 'Provision'
    ? body.result.existingNodes.flatMap(({ nodeName, podUids }) => {
        // The status of CapacityBuffers is not part of a decision: it also changes without one.
        const real = podUids.filter((uid) => !isBufferPod({ uid }));
        return real.length === 0 ? [] : [{ nodeName, pods: toPods(body, real) }];
      })
    : [];
}

function toPods(body: ProvisionBody, uids: readonly string[]): readonly DecisionPod[] {
  return uids.map((uid) => toPod(body, uid));
}

/** Moves have pods as `namespace/name`, without their owners. */
function toMovedPod({ podUid: uid, pod }: EnginePodMove): DecisionPod {
  const [namespace = '', name = pod] = pod.split('/');
  return { uid, namespace, name, owner: '' };
}

/** A pod's name is unknown only if its decision was recorded without it. */
export function toPod({ pods }: ProvisionBody, uid: string): DecisionPod {
  const { namespace, name, owner } = pods[uid] ?? { namespace: '', name: uid, owner: '' };
  return { uid, namespace, name, owner };
}

const toOffering = ({
  priceMicroUsdPerHour: price,
  isPriceEstimated,
  priceOverlay,
  ...offering
}: ExpectedOffering): PlannedOffering => ({
  ...offering,
  price,
  isPriceEstimated: isPriceEstimated === true,
  priceOverlay: toPriceOverlay(priceOverlay),
});

function toPriceOverlay(overlay: ExpectedOffering['priceOverlay']): PriceOverlayView | null {
  return overlay === undefined
    ? null
    : { name: overlay.name, listedPrice: overlay.listedMicroUsdPerHour };
}

function formatRequirement({ key, operator, values }: RequirementSpec): string {
  return values.length === 0 ? `${key} ${operator}` : `${key} ${operator} [${values.join(', ')}]`;
}

export function toCandidates(body: DecisionBody): readonly DisruptionCandidate[] {
  switch (body.type) {
    case 'Provision':
      return [];
    case 'Disrupt':
      return body.command.candidates.map((candidate) => toCandidate(candidate, body.drift));
    case 'Remove':
      return body.candidates.map((candidate) => toCandidate(candidate));
    default:
      return assertNever(body);
  }
}

export function toCandidate(
  { capacityType, priceMicroUsdPerHour: price, priceOverlay, ...node }: RemovedNode,
  drifts: readonly DriftRecord[] = [],
): DisruptionCandidate {
  return {
    ...node,
    capacityType: capacityTypes.find((known) => known === capacityType) ?? null,
    price,
    priceOverlay: toPriceOverlay(priceOverlay),
    drift: drifts.find(({ nodeName }) => nodeName === node.nodeName) ?? null,
    repair: node.repair === undefined ? null : { action: 'Replace', ...node.repair },
  };
}

/** Returns how near a command is to the best one; `null` for decisions without a bound. */
export function toSavingBound(body: DecisionBody | undefined): SavingBound | null {
  if (body?.type !== 'Disrupt' || body.command.bound === undefined) return null;
  const { bound, savingMicroUsdPerHour: saving } = body.command;
  return {
    saving,
    mostSaving: bound.mostSavingMicroUsdPerHour,
    cost: bound.costMicroUsdPerHour,
    gapRatio: bound.gapRatio,
  };
}

/** Returns why nodes are removed before their replacement; `null` if they are not. */
export function toTerminateFirst(body: DecisionBody | undefined): TerminateFirst | null {
  if (body?.type !== 'Disrupt') return null;
  const { command } = body;
  if (command.terminateFirst === undefined) return null;
  return {
    code: command.terminateFirst.code,
    message: terminateFirstText(command.terminateFirst, command),
    pods: waitingPods(command),
    waitMs: refillMs,
  };
}

export function toMoves(body: DecisionBody): readonly PodMove[] {
  switch (body.type) {
    case 'Provision':
      return [];
    case 'Disrupt':
      return body.command.moves.map(({ pod, from, to }) => ({ pod, from, to }));
    case 'Remove':
      return body.pods.map(({ pod, from }) => ({ pod, from, to: null }));
    default:
      return assertNever(body);
  }
}

/** Reasons of removals that require neither a disruption budget nor an approval. */
export function toRemoval(body: DecisionBody | undefined): Pick<Decision, RemovalField> {
  return body?.type === 'Remove'
    ? { interruptionId: body.interruption?.id ?? null, deadline: body.deadline }
    : { interruptionId: null, deadline: null };
}
type RemovalField = 'interruptionId' | 'deadline';

/** The static NodePool whose nodes are launched or removed. */
export function toStaticPool(body: DecisionBody | undefined): StaticPoolCounts | null {
  if (body === undefined || body.type === 'Disrupt') return null;
  return body.staticPool ?? null;
}

/** The standalone NodeClaim for which a node is launched. */
export function toStandaloneClaim(body: DecisionBody | undefined): string | null {
  return body?.type === 'Provision' ? (body.standaloneClaim ?? null) : null;
}

export function toEventView({ at, kind, actor, data }: EventRecord): DecisionEvent {
  const { dropped } = data;
  if (dropped === undefined) return { at, kind, actor, data };
  return { at, kind, actor, data: { ...data, dropped: dropped.map(withMessages) } };
}

type Dropped = NonNullable<EventRecord['data']['dropped']>;

/** The reasons of the history are those of the engine, code and data in one object; with their words. */
const withMessages = ({ nodeName, reasons }: Dropped[number]) => ({
  nodeName,
  reasons: reasons.map((reason) => ({ ...reason, message: toReason(reason).message })),
});

/** The object whose deletion removes nodes, `kind/name`; `null` for other decisions. */
export function toDeletedObject(body: DecisionBody | undefined): string | null {
  if (body?.type !== 'Remove' || body.deleted === undefined) return null;
  return `${body.deleted.kind}/${body.deleted.name}`;
}
