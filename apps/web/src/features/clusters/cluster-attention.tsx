import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttentionKind, ClusterFieldsFragment } from '../../gql/graphql.js';
import {
  type AttentionFields,
  attentionBadge,
  attentionLabel,
  attentionSentence,
  healthyBadge,
  isLasting,
} from '../../ui/badges/attention.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Row } from '../../ui/layout/layout.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

type ClusterAttentionProps = Pick<ClusterFieldsFragment, 'name' | 'attention' | 'connection'>;

/** Badges beside the name of a cluster: everything that needs attention. */
export function AttentionBadges({ attention, connection }: ClusterAttentionProps) {
  if (attention.length === 0) return <StateBadge content={healthyBadge(connection.state)} />;
  return (
    <Row gap="xs">
      {attention.map((each) => (
        <StateBadge key={each.kind} content={attentionBadge(each)} />
      ))}
    </Row>
  );
}

/** Kinds with notices of their own. */
const shownElsewhere: readonly AttentionKind[] = [
  'CHECK_FAILED',
  'UNREACHABLE',
  'FINDINGS',
  // Their section shows each with its cause.
  'INCIDENTS',
  // The banner of every page shows the pauses in force.
  'BRAKE_ENGAGED',
  'PAUSED',
];

/** Recent failures, each with a link to its details. */
export function AttentionNotices({ name, attention }: ClusterAttentionProps) {
  return attention
    .filter(({ kind }) => !shownElsewhere.includes(kind))
    .map((each) => (
      <Notice
        key={each.kind}
        tone={each.severity === 'DEGRADED' ? 'attention' : 'broken'}
        isAnnounced
        action={<DetailsLink kind={each.kind} name={name} />}
      >
        <strong>{attentionLabel(each)}</strong>
        {': '}
        {attentionSentence(each)} <AttentionTime attention={each} />
      </Notice>
    ));
}

function AttentionTime({ attention }: { readonly attention: AttentionFields }) {
  return (
    <span className="dimmed">
      {isLasting(attention) ? 'For ' : 'Most recent: '}
      <RelativeTime at={attention.since} form={isLasting(attention) ? 'age' : 'relative'} />.
    </span>
  );
}

function DetailsLink({
  kind,
  name,
}: {
  readonly kind: AttentionKind;
  readonly name: string;
}): ReactNode {
  switch (kind) {
    case 'LAUNCH_FAILURES':
      return (
        <Link to="/clusters/$name" params={{ name }} search={{ tab: 'claims' }}>
          Show NodeClaims
        </Link>
      );
    case 'PODS_LOST':
    case 'INTERRUPTION_STORM':
      return (
        <Link to="/interruptions" search={{ cluster: name }}>
          Show interruptions
        </Link>
      );
    case 'FAILED_DECISIONS':
      return (
        <Link to="/decisions" search={{ cluster: name, show: 'finished' }}>
          Show decisions
        </Link>
      );
    case 'SPEND_LIMIT_REACHED':
    case 'SPEND_FORECAST_EXCEEDED':
    case 'ALERT_THRESHOLD_EXCEEDED':
      return (
        <Link to="/brakes" search={{ cluster: name }}>
          Open brakes
        </Link>
      );
    default:
      return null;
  }
}

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
