import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { Notice } from '../../ui/notice.js';
import { RelativeTime } from '../../ui/relative-time.js';

export interface ClusterHoldNoticeProps {
  readonly cluster: Pick<ClusterFieldsFragment, 'hold' | 'mode'>;
}

/** Why the cluster is held in mode observe, and how to fix it. */
export function ClusterHoldNotice({ cluster }: ClusterHoldNoticeProps) {
  const { hold, mode } = cluster;
  if (hold === null || mode === 'OBSERVE') return null;
  return (
    <Notice tone="attention" isAnnounced>
      <strong>Held in observe</strong> for <RelativeTime at={hold.since} form="age" />:{' '}
      {hold.message}
    </Notice>
  );
}
