import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import { formatMonthly, toMicroUsdOrNull, withSign } from '../../lib/format/money.js';
import { countOf } from '../../lib/format/quantity.js';

type Summary = DecisionSummaryFieldsFragment;

/** `−$212/month`, or that it is unknown. */
export function monthlyChange(costChange: string | null): string {
  const microUsd = toMicroUsdOrNull(costChange);
  return microUsd === null ? 'unknown cost' : withSign(microUsd, formatMonthly);
}

/** A node that goes whatever it costs: what replaces it is bought by a decision of its own. */
export const hasOwnCost = ({ kind }: Pick<Summary, 'kind'>): boolean =>
  kind !== 'INTERRUPT' && kind !== 'EXPIRE' && kind !== 'DELETE';

/** What approving does, for the button: "3 nodes go, 41 pods move, −$212/month". */
export function approvalConsequence(summary: Summary): string {
  const { kind, nodeCount, podCount, costChange } = summary;
  const nodes = countOf(nodeCount, 'node');
  const money = monthlyChange(costChange);
  if (kind === 'PROVISION') {
    const whom = podCount === 0 ? 'that no pod waits for' : `for ${countOf(podCount, 'pod')}`;
    return `${nodes} bought ${whom}, ${money}`;
  }
  const moves =
    podCount === 0
      ? 'no pod moves'
      : `${countOf(podCount, 'pod')} move${podCount === 1 ? 's' : ''}`;
  return `${nodes} ${nodeCount === 1 ? 'goes' : 'go'}, ${moves}, ${money}`;
}

/** Why a decision in this state is not (or no longer) carried out; absent while it may be. */
export function stateNote(summary: Summary): string | undefined {
  if (summary.showOnly) {
    return 'The cluster is in mode observe: this shows what Kerf would do; it is never carried out.';
  }
  switch (summary.state) {
    case 'SUPERSEDED':
      return 'The cluster moved on before it was carried out, so it no longer holds. Nothing was done; Kerf has looked again since.';
    case 'EXPIRED':
      return 'Nobody decided in time, so it lapsed. Nothing was done.';
    case 'REJECTED':
      return 'It was rejected. Nothing was done.';
    case 'FAILED':
      return 'It could not be carried out to the end; the history says where it stopped.';
    default:
      return undefined;
  }
}
