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
  const choicesOf = new Map(
    command.replacements.map((replacement) => {
      const pods = command.moves.filter(({ to }) => to === replacement.id);
      const shared = Map.groupBy(pods, ({ podUid }) => planned.get(podUid));
      const choices = plan.replacements
        .filter((one) => allows(one, replacement))
        .toSorted((a, b) => (shared.get(b.id)?.length ?? 0) - (shared.get(a.id)?.length ?? 0))
        .map(({ id }) => id);
      return [replacement.id, choices] as const;
    }),
  );
  const fewestChoicesFirst = [...choicesOf].toSorted(([, a], [, b]) => a.length - b.length);
  const matches = new Map<string, string>();
  const isMatched = fewestChoicesFirst.every(([id]) => match(id, choicesOf, matches, new Set()));
  return isMatched ? matches : null;
}

/**
 * Matches a replacement with the first of its choices that is free; otherwise with one whose
 * replacement has another choice: an augmenting path of a bipartite matching (Kuhn 1955).
 * @param tried nodes of the plan that are known to be of no use for it
 * @returns false if there is none
 */
function match(
  id: string,
  choicesOf: ReadonlyMap<string, readonly string[]>,
  matches: Map<string, string>,
  tried: Set<string>,
): boolean {
  const choices = choicesOf.get(id) ?? [];
  const isAvailable = (choice: string): boolean => {
    const other = matches.get(choice);
    if (other === undefined) return true;
    if (tried.has(choice)) return false;
    tried.add(choice);
    return match(other, choicesOf, matches, tried);
  };
  const chosen = choices.find((choice) => !matches.has(choice)) ?? choices.find(isAvailable);
  if (chosen === undefined) return false;
  matches.set(chosen, id);
  return true;
}

function allows(planned: PlannedNodeClaim, { nodePool, instanceTypes }: PlannedNodeClaim): boolean {
  const names = new Set(planned.instanceTypes.map(({ name }) => name));
  return nodePool === planned.nodePool && instanceTypes.every(({ name }) => names.has(name));
}
