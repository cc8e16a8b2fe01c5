import type { Command } from '../../model/command.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';

type Planned = Pick<Command, 'replacements' | 'moves'>;

/**
 * Returns which replacement of a command each new node of a later plan stands for, as ids by the ids
 * of the plan, which are others in each evaluation. A replacement stands for the node that gets most
 * of its pods, and each of its types must still fit there.
 * @returns `null` if the plan needs another number of nodes, or nodes of other types
 */
export function matchReplacements(
  command: Planned,
  plan: Planned,
): ReadonlyMap<string, string> | null {
  if (command.replacements.length !== plan.replacements.length) return null;
  const planned = new Map(plan.moves.map(({ podUid, to }) => [podUid, to]));
  const fewestChoicesFirst = command.replacements
    .map((replacement) => ({
      replacement,
      choices: plan.replacements.filter((one) => allows(one, replacement)),
    }))
    .toSorted((a, b) => a.choices.length - b.choices.length);
  const matches = new Map<string, string>();
  for (const { replacement, choices } of fewestChoicesFirst) {
    const pods = command.moves.filter(({ to }) => to === replacement.id);
    const shared = Map.groupBy(pods, ({ podUid }) => planned.get(podUid));
    const [best] = choices
      .filter(({ id }) => !matches.has(id))
      .toSorted((a, b) => (shared.get(b.id)?.length ?? 0) - (shared.get(a.id)?.length ?? 0));
    if (best === undefined) return null;
    matches.set(best.id, replacement.id);
  }
  return matches;
}

function allows(planned: PlannedNodeClaim, { nodePool, instanceTypes }: PlannedNodeClaim): boolean {
  const names = new Set(planned.instanceTypes.map(({ name }) => name));
  return nodePool === planned.nodePool && instanceTypes.every(({ name }) => names.has(name));
}
