import { countOf } from '@kerf/core';
import type { CostHistoryQuery } from '../../gql/graphql.js';
import { formatDollars, toMicroUsd } from '../../lib/format/money.js';

/** The cost of nodes that were launched for expected pods and got none; nothing if there are none. */
export function UnusedAnticipationNote({
  unused: { nodes, unpricedNodes, cost },
}: {
  readonly unused: CostHistoryQuery['unusedAnticipation'];
}) {
  if (nodes === 0) return null;
  return (
    <p>
      {countOf(nodes, 'node was', 'nodes were')} launched for expected pods that never came:{' '}
      {formatDollars(toMicroUsd(cost) / 1e6, 2)}
      {unpricedNodes > 0 && `, without the ${countOf(unpricedNodes, 'node')} of unknown price`}.
      Anticipating pods can be switched off in the settings of a cluster.
    </p>
  );
}
