import type { InterruptionFieldsFragment } from '../../gql/graphql.js';
import { formatAge, formatDuration } from '../../lib/format/time.js';

export type InterruptionRow = InterruptionFieldsFragment;

/** Returns how the drain ended relative to its deadline: `1 min to spare`, `3 s late`. */
export function drainMargin({ drainedAt, deadline }: InterruptionRow): string | null {
  if (drainedAt === null || deadline === null) return null;
  const marginMs = Date.parse(deadline) - Date.parse(drainedAt);
  return marginMs >= 0 ? `${formatAge(marginMs)} to spare` : `${formatAge(-marginMs)} late`;
}

/** Returns the time from the receipt of the notice to the plan for its pods: `640 ms`. */
export function planningDelayOf({
  receivedAt,
  replacementRequestedAt,
}: InterruptionRow): string | null {
  if (replacementRequestedAt === null) return null;
  return formatDuration(Date.parse(replacementRequestedAt) - Date.parse(receivedAt));
}

/** A node's name without its domain, which is the same for all nodes of a cluster. */
export const hostNameOf = (nodeName: string): string => nodeName.split('.', 1)[0] ?? nodeName;

/** Returns what replaces the node, in a few words. */
export function replacementWords(row: InterruptionRow): string {
  const { replacements, replacementRequestedAt, podCount, outcome } = row;
  const [first, ...others] = replacements;
  if (first !== undefined) {
    const rest = others.length === 0 ? '' : ` + ${others.length}`;
    const name = first.nodeName === null ? first.name : hostNameOf(first.nodeName);
    return `${name}${first.instanceType === null ? '' : ` (${first.instanceType})`}${rest}`;
  }
  if (outcome === 'NOTED') return 'Not needed';
  if (replacementRequestedAt === null) return podCount === 0 ? 'No pods to move' : 'Pending';
  return 'Existing capacity';
}
