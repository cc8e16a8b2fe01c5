import type { IncidentFieldsFragment, IncidentKind } from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';

const labels: Readonly<Record<IncidentKind, string>> = {
  STALE_CLUSTER: 'Stale cluster',
  LAUNCH_FAILURES: 'Launch failures',
  REGISTRATION_FAILURES: 'Registration failures',
  INTERRUPTION_STORM: 'Interruption storm',
  SPEND_JUMP: 'Spend jump',
  BLOCKED_DRAIN: 'Blocked drain',
  FROZEN_CONSOLIDATION: 'Frozen consolidation',
  UNKNOWN: 'Incident',
};

/** Returns the badge of an incident: its kind, in the color of its severity while it is open. */
export const incidentBadge = ({
  kind,
  severity,
  endedAt,
}: Pick<IncidentFieldsFragment, 'kind' | 'severity' | 'endedAt'>): BadgeContent => ({
  label: labels[kind],
  tone: endedAt !== null ? 'neutral' : severity === 'CRITICAL' ? 'broken' : 'attention',
  icon: endedAt === null ? 'alert' : 'check',
});

/** Orders incidents: critical ones first, then the newest. */
export function bySeverity(a: IncidentFieldsFragment, b: IncidentFieldsFragment): number {
  const rank = ({ severity }: IncidentFieldsFragment): number => Number(severity !== 'CRITICAL');
  return rank(a) - rank(b) || (a.startedAt < b.startedAt ? 1 : -1);
}
