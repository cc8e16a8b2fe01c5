import { AttentionLink } from '../../app/attention-link.js';
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

/** Badges beside the name of a cluster: all of its problems. The figures show what waits. */
export function AttentionBadges({ attention, connection }: ClusterAttentionProps) {
  const problems = attention.filter(({ severity }) => severity !== 'WAITING');
  if (problems.length === 0) return <StateBadge content={healthyBadge(connection.state)} />;
  return (
    <Row gap="xs">
      {problems.map((each) => (
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
  // The figures show what waits.
  'APPROVALS_WAITING',
  'PENDING_PODS',
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

/** The kinds with details elsewhere, and the words of the link. */
const detailsWords: Partial<Readonly<Record<AttentionKind, string>>> = {
  LAUNCH_FAILURES: 'Show NodeClaims',
  PODS_LOST: 'Show interruptions',
  INTERRUPTION_STORM: 'Show interruptions',
  FAILED_DECISIONS: 'Show decisions',
  SPEND_LIMIT_REACHED: 'Open brakes',
  SPEND_FORECAST_EXCEEDED: 'Open brakes',
  ALERT_THRESHOLD_EXCEEDED: 'Open brakes',
};

function DetailsLink({ kind, name }: { readonly kind: AttentionKind; readonly name: string }) {
  const words = detailsWords[kind];
  if (words === undefined) return null;
  return (
    <AttentionLink kind={kind} cluster={name}>
      {words}
    </AttentionLink>
  );
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
