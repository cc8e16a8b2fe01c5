import type {
  AccessScopeKind,
  PauseCause,
  PauseExtent,
  PauseFieldsFragment,
} from '../../gql/graphql.js';

/** Activities that a pause stops, in a few words. */
export const extentLabels: Readonly<Record<PauseExtent, string>> = {
  CONSOLIDATION: 'Consolidation',
  DISRUPTION: 'Disruption',
  DISRUPTION_AND_LAUNCHES: 'Disruption and launches',
  UNKNOWN: 'Unknown',
};

/** Effects of a pause while it is in force, for the form that sets it. */
export const consequences: Readonly<Record<PauseExtent, string>> = {
  CONSOLIDATION:
    'Empty and underutilized nodes stay. Drifted, unhealthy and expired nodes are still replaced, and nodes are launched.',
  DISRUPTION:
    'No node is consolidated, replaced for drift or its health, or expired. Commands whose nodes are not being drained are rolled back. Nodes are still launched for pending pods.',
  DISRUPTION_AND_LAUNCHES:
    'No node is launched, so pending pods wait; also pods of interrupted nodes. No node is consolidated, replaced for drift or its health, or expired.',
  UNKNOWN: '',
};

/** Activities that no pause stops. */
export const goesOn =
  'Interruptions, deletions by users, the end of failing instances and drains that have begun go on.';

export const causeLabels: Readonly<Record<PauseCause, string>> = {
  USER: 'Person',
  RUNAWAY_BRAKE: 'Runaway brake',
  FLAP_DETECTOR: 'Flap detector',
  UNKNOWN: 'Unknown',
};

type Scope = Omit<PauseFieldsFragment['scope'], 'clusterId'>;

/** `NodePool general of prod`. */
export function scopeWords({ kind, teamName, clusterName, nodePool }: Scope): string {
  const words: Readonly<Record<AccessScopeKind, string>> = {
    ORGANIZATION: 'all clusters',
    TEAM: `team ${teamName ?? ''}`,
    CLUSTER: `cluster ${clusterName ?? ''}`,
    NODE_POOL: `NodePool ${nodePool ?? ''} of ${clusterName ?? ''}`,
  };
  return words[kind];
}
