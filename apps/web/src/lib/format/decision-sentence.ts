import { assertNever, countOf, joinWords } from '@kerf/core';
import type { DecisionKind, DecisionState } from '../../gql/graphql.js';

/** Outcome of a decision per node. */
export interface Outcome {
  readonly succeededNodes: number;
  readonly launchFailedNodes: number;
  readonly notReadyNodes: number;
  readonly remainingNodes: number;
}

export interface DecisionFacts {
  readonly kind: DecisionKind;
  readonly nodeCount: number;
  readonly podCount: number;
  readonly state: DecisionState;
  /** `null` when it is unknown. */
  readonly outcome: Outcome | null;
}

/**
 * Returns a decision as a sentence, without the cluster: the plan, or the outcome once it has ended:
 * "Launch 3 nodes for 41 pods", "Launch failed: 3 nodes", "Removed 3 empty nodes".
 */
export function decisionSentence(decision: DecisionFacts): string {
  switch (decision.state) {
    case 'EXECUTED':
      return executedSentence(decision);
    case 'FAILED':
      return failedSentence(decision);
    default:
      return plannedSentence(decision);
  }
}

function plannedSentence({ kind, nodeCount, podCount }: DecisionFacts): string {
  const nodes = countOf(nodeCount, 'node');
  switch (kind) {
    case 'PROVISION':
      if (nodeCount === 0) return `Schedule ${countOf(podCount, 'pod')} on existing nodes`;
      return `Launch ${nodes} ${purpose(podCount)}`;
    case 'DEPROVISION':
    case 'DELETE':
    case 'EMPTY':
      return `Remove ${whichNodes(kind, nodeCount)}`;
    case 'CONSOLIDATE':
      return `Consolidate ${nodes}, moving ${countOf(podCount, 'pod')}`;
    case 'DRIFT':
    case 'EXPIRE':
      return `Replace ${whichNodes(kind, nodeCount)}`;
    case 'REPAIR':
      return `Repair ${whichNodes(kind, nodeCount)}`;
    case 'INTERRUPT':
      return `Drain ${whichNodes(kind, nodeCount)}`;
    case 'UNKNOWN':
      return `Decision of an unknown kind about ${nodes}`;
    default:
      return assertNever(kind);
  }
}

function executedSentence(decision: DecisionFacts): string {
  const { kind, nodeCount, podCount, outcome } = decision;
  const nodes = countOf(nodeCount, 'node');
  switch (kind) {
    case 'PROVISION': {
      if (nodeCount === 0) return `Scheduled ${countOf(podCount, 'pod')} on existing nodes`;
      const failed = failedLaunches(outcome);
      return failed === 0
        ? `Launched ${nodes} ${purpose(podCount)}`
        : `Launched ${nodeCount - failed} of ${nodes} ${purpose(podCount)}; ${failureCounts(outcome)}`;
    }
    case 'DEPROVISION':
    case 'DELETE':
    case 'EMPTY':
      return `Removed ${whichNodes(kind, nodeCount)}`;
    case 'CONSOLIDATE':
      return `Consolidated ${nodes}, moved ${countOf(podCount, 'pod')}`;
    case 'DRIFT':
    case 'EXPIRE':
      return `Replaced ${whichNodes(kind, nodeCount)}`;
    case 'REPAIR':
      return `Repaired ${whichNodes(kind, nodeCount)}`;
    case 'INTERRUPT':
      return `Drained ${whichNodes(kind, nodeCount)}`;
    case 'UNKNOWN':
      return plannedSentence(decision);
    default:
      return assertNever(kind);
  }
}

function failedSentence(decision: DecisionFacts): string {
  const { kind, nodeCount, outcome } = decision;
  switch (kind) {
    case 'PROVISION':
      return failedProvision(decision);
    case 'DEPROVISION':
    case 'DELETE':
    case 'EMPTY':
      return `Removal failed: ${whichNodes(kind, nodeCount)}${removedPart(nodeCount, outcome)}`;
    case 'CONSOLIDATE':
      return `Consolidation failed: ${whichNodes(kind, nodeCount)}${removedPart(nodeCount, outcome)}`;
    case 'DRIFT':
    case 'EXPIRE':
      return `Replacement failed: ${whichNodes(kind, nodeCount)}${removedPart(nodeCount, outcome)}`;
    case 'REPAIR':
      return `Repair failed: ${whichNodes(kind, nodeCount)}${removedPart(nodeCount, outcome)}`;
    case 'INTERRUPT':
      return `Drain failed: ${whichNodes(kind, nodeCount)}${removedPart(nodeCount, outcome)}`;
    case 'UNKNOWN':
      return plannedSentence(decision);
    default:
      return assertNever(kind);
  }
}

/** Returns the sentence of a launch of which no node became ready: launch failed, or never ready. */
function failedProvision({ nodeCount, outcome }: DecisionFacts): string {
  const nodes = countOf(nodeCount, 'node');
  if (outcome === null || outcome.notReadyNodes === 0) return `Launch failed: ${nodes}`;
  if (outcome.launchFailedNodes > 0) return `Launch failed: ${nodes} (${failureCounts(outcome)})`;
  return nodeCount === 1
    ? 'Launched 1 node, but it did not become ready'
    : `Launched ${nodes}, but none became ready`;
}

const failedLaunches = (outcome: Outcome | null): number =>
  outcome === null ? 0 : outcome.launchFailedNodes + outcome.notReadyNodes;

/** `2 failed to launch and 1 did not become ready`. */
function failureCounts(outcome: Outcome | null): string {
  if (outcome === null) return '';
  const { launchFailedNodes, notReadyNodes } = outcome;
  return joinWords([
    ...(launchFailedNodes > 0 ? [`${launchFailedNodes} failed to launch`] : []),
    ...(notReadyNodes > 0 ? [`${notReadyNodes} did not become ready`] : []),
  ]);
}

function removedPart(nodeCount: number, outcome: Outcome | null): string {
  const removed = outcome?.succeededNodes ?? 0;
  return removed === 0 ? '' : `; ${removed} of ${nodeCount} removed`;
}

/** Nodes of a static NodePool or for a CapacityBuffer are launched without pending pods. */
const purpose = (podCount: number): string =>
  podCount === 0 ? 'without pending pods' : `for ${countOf(podCount, 'pod')}`;

const nodeWords: Readonly<Partial<Record<DecisionKind, string>>> = {
  DEPROVISION: 'surplus node',
  DELETE: 'deleted node',
  EMPTY: 'empty node',
  DRIFT: 'drifted node',
  EXPIRE: 'expired node',
  INTERRUPT: 'interrupted node',
  REPAIR: 'unhealthy node',
};

const whichNodes = (kind: DecisionKind, nodeCount: number): string =>
  countOf(nodeCount, nodeWords[kind] ?? 'node');
