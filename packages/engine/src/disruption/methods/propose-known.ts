import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { DisruptionMethod } from '../../model/command.js';
import type { DisruptionBlock } from '../../model/reason.js';
import type { Candidate } from '../candidate.js';
import type { NewNodes } from '../simulate.js';
import { consolidate } from './consolidation.js';
import type { KnownCommand, MethodContext, MethodResult } from './method.js';

/** Proposes a command for several nodes again: it is validated as a whole, within the budgets. */
export function proposeKnown(
  candidates: readonly Candidate[],
  { method, snapshot, budget, known }: KnownContext,
): MethodResult {
  const blocked = new Map<string, DisruptionBlock>();
  for (const { node, nodePool } of candidates) {
    const block = budget.take(nodePool.name);
    if (block !== null) blocked.set(node.name, block);
  }
  const within = candidates.filter(({ node }) => !blocked.has(node.name));
  if (within.length === 0) return { commands: [], blocked };
  const newNodes = newNodesOf(snapshot, known);
  const proposal = consolidate(snapshot, within, { method, known, newNodes });
  if (!('code' in proposal)) return { commands: [proposal], blocked };
  for (const { node } of within) blocked.set(node.name, proposal);
  return { commands: [], blocked };
}

interface KnownContext extends Pick<MethodContext, 'snapshot' | 'budget'> {
  readonly method: DisruptionMethod;
  readonly known: KnownCommand;
}

/** Several new nodes take the pods that the command moves to them; other nodes are planned anew. */
function newNodesOf({ settings }: ClusterSnapshot, known: KnownCommand): NewNodes | null {
  if (settings.maxReplacements < 2) return null;
  if (known === 'Anew') return 'Cheapest';
  return known.replacements.length > 1 ? known : null;
}
