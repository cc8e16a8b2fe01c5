import type { AttentionKind, AttentionSeverity, ConnectionState } from '../../gql/graphql.js';
import type { BadgeContent } from './badge.js';
import { connectionBadges } from './state-badges.js';

export interface AttentionFields {
  readonly kind: AttentionKind;
  readonly severity: AttentionSeverity;
  readonly count: number;
  /** RFC 3339. */
  readonly since: string;
  readonly detail: string | null;
}

const labels: Readonly<Record<AttentionKind, string>> = {
  CHECK_FAILED: 'Check failed',
  UNREACHABLE: 'Unreachable',
  STALE_DATA: 'Stale data',
  LAUNCH_FAILURES: 'Launch failures',
  PODS_LOST: 'Pods lost',
  INCIDENTS: 'Incidents',
  BRAKE_ENGAGED: 'Brake engaged',
  INTERRUPTION_STORM: 'Interruptions',
  PAUSED: 'Paused',
  FAILED_DECISIONS: 'Failed decisions',
  SPEND_LIMIT_REACHED: 'Spend limit',
  SPEND_FORECAST_EXCEEDED: 'Spend forecast',
  ALERT_THRESHOLD_EXCEEDED: 'Alert',
  FINDINGS: 'Findings',
  APPROVALS_WAITING: 'To approve',
  PENDING_PODS: 'Pending pods',
  UNKNOWN: 'Needs attention',
};

/** Meaning and period of each kind; shown on hover and on the page of the cluster. */
const explanations: Readonly<Record<AttentionKind, string>> = {
  CHECK_FAILED: 'The registration check failed. Kerf does nothing in this cluster until it passes.',
  UNREACHABLE: 'The API server of the cluster cannot be reached. Kerf makes no decisions for it.',
  STALE_DATA: 'No worker updates the data of this cluster. Check that a worker is running.',
  LAUNCH_FAILURES: 'Failed launches in the last 15 minutes.',
  PODS_LOST: 'Nodes that were interrupted in the last 10 minutes before all pods were evicted.',
  INCIDENTS: 'Open incidents.',
  BRAKE_ENGAGED: 'Kerf paused changes. The page Brakes shows why.',
  INTERRUPTION_STORM: 'Nodes interrupted by AWS in the last 10 minutes.',
  PAUSED: 'People paused changes.',
  FAILED_DECISIONS: 'Failed removals or replacements of nodes in the last hour.',
  SPEND_LIMIT_REACHED: 'The spending has reached a share of its monthly limit.',
  SPEND_FORECAST_EXCEEDED: 'The forecast of this month is above a monthly limit.',
  ALERT_THRESHOLD_EXCEEDED: 'A threshold that only reports is exceeded.',
  FINDINGS: 'Findings in the last hour.',
  APPROVALS_WAITING: 'Decisions awaiting approval.',
  PENDING_PODS: 'Pods that have no node yet.',
  UNKNOWN: 'The reason is unknown to this version of the dashboard.',
};

/** `Launch failures × 5`. */
export const attentionLabel = ({ kind, count }: Pick<AttentionFields, 'kind' | 'count'>): string =>
  count === 0 ? labels[kind] : `${labels[kind]} × ${count}`;

export const attentionSentence = ({ kind, detail }: AttentionFields): string =>
  detail === null ? explanations[kind] : `${explanations[kind]} ${detail}`;

/** Whether `since` is the start of a lasting state; for counted events it is the time of the last one. */
export const isLasting = ({ count }: Pick<AttentionFields, 'count'>): boolean => count === 0;

/** The severity `WAITING` is no problem. */
const severities: Readonly<Record<AttentionSeverity, Pick<BadgeContent, 'tone' | 'icon'>>> = {
  BROKEN: { tone: 'broken', icon: 'alert' },
  DEGRADED: { tone: 'attention', icon: 'alert' },
  WAITING: { tone: 'active', icon: 'hourglass' },
  UNKNOWN: { tone: 'broken', icon: 'alert' },
};

export const attentionBadge = (attention: AttentionFields): BadgeContent => ({
  label: attentionLabel(attention),
  ...severities[attention.severity],
});

const healthy: BadgeContent = { label: 'Healthy', tone: 'ok', icon: 'check' };

/** Returns the badge of a cluster that needs no attention: healthy, or still connecting. */
export const healthyBadge = (state: ConnectionState): BadgeContent =>
  state === 'CONNECTED' ? healthy : connectionBadges[state];

/** Returns the urgency of the first problem; 0 when there is none. */
export function attentionRank([first]: readonly AttentionFields[]): number {
  const kinds = Object.keys(labels);
  return first === undefined ? 0 : kinds.length - kinds.indexOf(first.kind);
}
