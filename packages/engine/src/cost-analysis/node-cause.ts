import type { Instant } from '@kerf/core';
import { type Candidate, inspectNodes, isKept } from '../disruption/candidate.js';
import { allowsNone } from '../disruption/disruption-budget.js';
import { emptiness } from '../disruption/methods/emptiness.js';
import { singleNodeConsolidation } from '../disruption/methods/single-node-consolidation.js';
import { rejectionBlock } from '../disruption/rejection.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { type CostCause, costCauses } from '../model/cost-analysis.js';
import type { Node } from '../model/node.js';
import { disruptionReasons } from '../model/node-pool.js';
import type { DisruptionBlock } from '../model/reason.js';

/** Why a node stays for now, and the name of the object behind it. */
export interface NodeCause {
  readonly cause: CostCause;
  readonly subject: string;
}

/** Returns the most lasting cause that keeps each node, by node name; without nodes that none keeps. */
export function nodeCauses(snapshot: ClusterSnapshot): ReadonlyMap<string, NodeCause> {
  const { candidates, blocked } = inspectNodes(snapshot);
  const all = [
    ...blocked.map(({ node, blocks }) => ({ node, causes: causesOf(blocks, node) })),
    ...candidates.map((candidate) => ({
      node: candidate.node,
      causes: candidateCauses(candidate, snapshot.now),
    })),
  ];
  return new Map(
    all.flatMap(({ node, causes }) => {
      const [lasting] = [...causes, ...removalOf(node)].sort((a, b) => rankOf(a) - rankOf(b));
      return lasting === undefined ? [] : [[node.name, lasting] as const];
    }),
  );
}

const rankOf = ({ cause }: NodeCause): number => costCauses.indexOf(cause);

function candidateCauses(candidate: Candidate, now: Instant): readonly NodeCause[] {
  const { node, nodeClaim, nodePool, podBlocks } = candidate;
  const method = emptiness.appliesTo(candidate) ? emptiness : singleNodeConsolidation;
  const ofMethod = [
    method.blockerFor(candidate, now),
    rejectionBlock(nodeClaim, { reason: method.reason }, now),
  ].filter((block) => block !== null);
  // A budget that other nodes use now only delays a disruption.
  const isClosed = allowsNone(nodePool, method.reason);
  return [
    ...causesOf([...keptBlocks(node), ...podBlocks, ...ofMethod], node),
    ...(isClosed ? [{ cause: 'DisruptionBudget', subject: nodePool.name } as const] : []),
  ];
}

/** A node that is kept is a candidate only for its repair. */
const keptBlocks = (node: Node): readonly DisruptionBlock[] =>
  isKept(node) ? [{ code: 'NODE_DO_NOT_DISRUPT' }] : [];

const causesOf = (blocks: readonly DisruptionBlock[], node: Node): readonly NodeCause[] =>
  blocks.flatMap((block) => causeOf(block, node) ?? []);

/** Proposed removals: shown only, waiting for approval, or about to start. */
function removalOf({ proposedRemoval, nodeClaim }: Node): readonly NodeCause[] {
  if (proposedRemoval === null) return [];
  const { usesBudgetsOf } = proposedRemoval;
  const subject = nodeClaim?.nodePool ?? '';
  if (usesBudgetsOf.length === 0) return [{ cause: 'ObserveMode', subject }];
  const awaitsApproval = usesBudgetsOf.length < disruptionReasons.length;
  return [{ cause: awaitsApproval ? 'AwaitingApproval' : 'InTransition', subject }];
}

/** The causes behind blockers; the others leave the cost as it is. */
const causeByCode: Partial<Record<DisruptionBlock['code'], CostCause>> = {
  STATIC_POOL: 'StaticCapacity',
  STATIC_POOL_BUSY: 'StaticCapacity',
  WITHOUT_NODE_POOL: 'StaticCapacity',
  CONSOLIDATION_DISABLED: 'ConsolidationPolicy',
  NODE_POOL_UNKNOWN: 'ConsolidationPolicy',
  NO_INSTANCE_TYPES: 'ConsolidationPolicy',
  NODE_POOL_UNREADABLE: 'ConsolidationPolicy',
  NOT_EMPTY: 'ConsolidationPolicy',
  NODE_DO_NOT_DISRUPT: 'DoNotDisrupt',
  POD_DO_NOT_DISRUPT: 'DoNotDisrupt',
  PDB_BLOCKS: 'PodDisruptionBudget',
  MULTIPLE_PDBS: 'PodDisruptionBudget',
  REJECTED: 'Rejected',
  DISRUPTION_PAUSED: 'Paused',
  CONSOLIDATE_AFTER: 'ConsolidateAfter',
  NOT_INITIALIZED: 'InTransition',
  TERMINATING: 'InTransition',
  IN_DECISION: 'InTransition',
  NOMINATED: 'InTransition',
  EXPECTS_PODS: 'InTransition',
};

function causeOf(block: DisruptionBlock, node: Node): NodeCause | null {
  const cause = causeByCode[block.code];
  return cause === undefined ? null : { cause, subject: subjectOf(block, node) };
}

/** Returns the name of the object behind a blocker: the node's NodePool if there is no other. */
function subjectOf(block: DisruptionBlock, { name, nodeClaim }: Node): string {
  switch (block.code) {
    case 'WITHOUT_NODE_POOL':
      return nodeClaim?.name ?? name;
    case 'NODE_DO_NOT_DISRUPT':
      return name;
    case 'POD_DO_NOT_DISRUPT':
      return block.pod;
    case 'PDB_BLOCKS':
      return block.pdb;
    case 'MULTIPLE_PDBS':
      return block.pdbs[0] ?? block.pod;
    case 'REJECTED':
      return block.decisionId;
    default:
      return nodeClaim?.nodePool ?? '';
  }
}
