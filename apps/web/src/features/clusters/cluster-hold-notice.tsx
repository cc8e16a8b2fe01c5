import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { Notice } from '../../ui/notice.js';
import { RelativeTime } from '../../ui/relative-time.js';

export interface ClusterHoldNoticeProps {
  readonly cluster: Pick<ClusterFieldsFragment, 'hold' | 'mode'>;
}

/** Why Kerf does not act though the mode lets it, and how to go on. */
export function ClusterHoldNotice({ cluster }: ClusterHoldNoticeProps) {
  const { hold, mode } = cluster;
  if (hold === null || mode === 'OBSERVE') return null;
  return (
    <Notice tone="attention" isAnnounced>
      <strong>Held in observe</strong> since <RelativeTime at={hold.since} form="age" />:{' '}
      {hold.message}
    </Notice>
  );
}
