import type { DecisionId, Instant } from '@kerf/core';
import type { BoundPod } from '@kerf/engine';
import {
  type Decision,
  type DecisionEvent,
  type DecisionKind,
  kerfActor,
  type RemoveBody,
} from '../domain/decision/decision.js';
import type { Interruption } from '../domain/interruption/interruption.js';
import type { DrainLimits } from '../domain/node-claim/drain-end.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { deploymentOf } from '../domain/scheduling/deployment-of.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { executing, newDecision } from './new-decision.js';
import { publishDecision } from './publish-decision.js';
import { requireTerminations } from './request-termination.js';

/** A NodeClaim to remove, with its node and pods. */
export interface RemovedNodeSource {
  readonly claim: NodeClaim;
  /** `undefined` while the instance has not joined the cluster. */
  readonly node: CachedNode | undefined;
  /** Pods of the node that need another node. */
  readonly displaced: readonly BoundPod[];
}

/** A node to remove without a command of the engine, with its reason. */
export interface Removal extends RemovedNodeSource, Pick<DrainLimits, 'drainUntil'> {
  readonly decisionId: DecisionId;
  readonly reason: 'Interrupted' | 'Expired' | 'Unhealthy';
  readonly interruption: Interruption | null;
  /** Time at which AWS ends the instance; `null` when unknown. */
  readonly instanceEndsAt: Instant | null;
}

/**
 * Records the removal of nodes of one cluster without approval, with one decision per node, and
 * starts the termination of their NodeClaims.
 * @returns the terminating NodeClaims
 * @throws STATE.CONFLICT with a retry when another writer has changed one of the NodeClaims
 */
export async function recordRemovals(
  ports: Pick<Ports, 'clock' | 'digest'>,
  tx: Repositories,
  removals: readonly Removal[],
): Promise<readonly NodeClaim[]> {
  const leaving = await requireTerminations(ports, tx, removals);
  const decisions = removals.map((removal) => toDecision(ports, removal));
  await tx.decisions.insertAll(
    decisions.map((decision) => ({ decision, events: firstEvents(decision.proposedAt) })),
  );
  for (const decision of decisions) await publishDecision(tx, decision);
  return leaving;
}

const firstEvents = (at: Instant): readonly DecisionEvent[] => [
  { at, kind: 'Proposed', actor: kerfActor, data: {} },
  {
    at,
    kind: 'ExecutionStarted',
    actor: kerfActor,
    data: { detail: 'no approval required', step: 'MarkedForDeletion' },
  },
];

const kindByReason: Readonly<Record<Removal['reason'], DecisionKind>> = {
  Interrupted: 'Interrupt',
  Expired: 'Expire',
  Unhealthy: 'Repair',
};

function toDecision(ports: Pick<Ports, 'clock' | 'digest'>, removal: Removal): Decision {
  const { claim, reason, displaced } = removal;
  const body = toBody(removal);
  return newDecision(ports, {
    id: removal.decisionId,
    clusterId: claim.clusterId,
    kind: kindByReason[reason],
    verdict: { kind: 'Auto' },
    // Nothing was solved, so the body contains the whole input. The cost of replacements belongs to
    // another decision.
    snapshotDigest: ports.digest.of(body),
    body,
    nodePools: claim.nodePool === null ? [] : [claim.nodePool],
    nodeClaimIds: [claim.id],
    podCount: displaced.length,
    ...executing(ports),
    executionStep: 'MarkedForDeletion',
  });
}

function toBody(removal: Removal): RemoveBody {
  const { interruption } = removal;
  return {
    type: 'Remove',
    reason: removal.reason,
    ...removedNodes([removal]),
    interruption:
      interruption === null
        ? null
        : {
            id: interruption.id,
            kind: interruption.kind,
            instanceId: interruption.instanceId,
          },
    deadline: removal.instanceEndsAt,
  };
}

/** The controller as the owner of a pod that is shown: a Deployment instead of its ReplicaSet. */
function ownerOf({ spec, ownerKind, ownerName }: BoundPod): { readonly owner?: string } {
  if (ownerKind === 'None') return {};
  const deployment = deploymentOf(spec.labels, ownerKind, ownerName);
  return { owner: deployment === null ? `${ownerKind}/${ownerName}` : `Deployment/${deployment}` };
}

/** Returns the nodes to remove and their displaced pods, as a decision records them. */
export function removedNodes(
  leaving: readonly RemovedNodeSource[],
): Pick<RemoveBody, 'candidates' | 'pods'> {
  return {
    candidates: leaving.map(({ claim, node }) => ({
      nodeName: nameOf({ claim, node }),
      nodeClaimId: claim.id,
      nodePool: claim.nodePool,
      instanceType: claim.instance?.instanceType ?? null,
      zone: claim.instance?.zone ?? null,
      capacityType: claim.instance?.capacityType ?? null,
      priceMicroUsdPerHour: claim.instance?.priceMicroUsdPerHour ?? null,
      daemonPods:
        node?.pods.filter(
          ({ ownerKind, isTerminal }) =>
            !isTerminal && (ownerKind === 'DaemonSet' || ownerKind === 'Node'),
        ).length ?? 0,
    })),
    pods: leaving.flatMap(({ claim, node, displaced }) =>
      displaced.map((pod) => ({
        podUid: pod.uid,
        pod: `${pod.spec.namespace}/${pod.name}`,
        from: nameOf({ claim, node }),
        ...ownerOf(pod),
      })),
    ),
  };
}

const nameOf = ({ claim, node }: Pick<RemovedNodeSource, 'claim' | 'node'>): string =>
  node?.name ?? claim.name;
