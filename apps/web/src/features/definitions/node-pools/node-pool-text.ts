import { assertNever } from '@kerf/core';
import type { NodePoolDetailsQuery, NodePoolsQuery } from '../../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../../lib/format/money.js';

type Health = NonNullable<NodePoolDetailsQuery['nodePool']>['registrationHealth'];

/** Returns the required and present replicas of a static NodePool; `null` for other NodePools. */
export function replicasText({
  replicas,
  presentReplicas,
}: Pick<NodePoolsQuery['nodePools']['nodes'][number], 'replicas' | 'presentReplicas'>):
  | string
  | null {
  return replicas === null ? null : `${replicas} required, ${presentReplicas ?? 0} present`;
}

/**
 * Returns the minimum savings that the annotations of a NodePool set; `null` if the settings of the
 * cluster apply.
 */
export function minSavingText({
  minSaving: saving,
  minSavingPercent: percent,
  podMovePrice: podMove,
}: Pick<
  NonNullable<NodePoolDetailsQuery['nodePool']>,
  'minSaving' | 'minSavingPercent' | 'podMovePrice'
>): string | null {
  const parts = [
    saving === null ? [] : formatHourly(toMicroUsd(saving)),
    percent === null ? [] : `${percent}% of the price of removed nodes`,
    podMove === null ? [] : `${formatHourly(toMicroUsd(podMove))} for each moved pod`,
  ].flat();
  return parts.length === 0 ? null : parts.join('; ');
}

/** Returns the registration health of a NodePool as a sentence. */
export function healthText({ status, outcomes, failures }: Health): string {
  const latest = outcomes === 1 ? 'Last registration' : `Last ${outcomes} registrations`;
  const failed =
    outcomes === 1
      ? 'Last registration failed'
      : `${failures} of the last ${outcomes} registrations failed`;
  switch (status) {
    case 'HEALTHY':
      return failures === 0 ? `${latest} succeeded` : failed;
    case 'UNHEALTHY':
      return failed;
    case 'UNDECIDED':
      return failures === 0
        ? 'No registrations since the last change of the NodePool or EC2NodeClass'
        : `${failed}; one more decides the status`;
    case 'UNKNOWN':
      return 'Unknown to this version of the dashboard';
    default:
      return assertNever(status);
  }
}
