import type { ClusterMode, NodeOverlayState } from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { unknownBadge } from '../../ui/badges/state-badges.js';

/** The states of a NodeOverlay. */
export const nodeOverlayBadges: Readonly<Record<NodeOverlayState, BadgeContent>> = {
  APPLIED: { label: 'Applied', tone: 'ok', icon: 'check' },
  CONFLICT: { label: 'Conflict', tone: 'attention', icon: 'alert' },
  REFUSED: { label: 'Invalid', tone: 'broken', icon: 'alert' },
  UNKNOWN: unknownBadge,
};

/** Kerf's actions in each mode, and those that require approval. */
export const modeConsequences: Readonly<Record<ClusterMode, string>> = {
  OBSERVE: 'Kerf shows what it would do and changes nothing. Pending pods stay pending.',
  APPROVE:
    'Kerf launches nodes for pending pods without approval. It requires approval to consolidate nodes, to replace drifted nodes, and to remove surplus nodes of a static NodePool. Expired and interrupted nodes, instances whose EC2 status checks fail, unhealthy nodes if node repair is on, nodes of a deleted NodePool, and deleted Nodes and NodeClaims are removed without approval. A rule of the approval policy can make expiration ask.',
  AUTO: 'Kerf launches and removes nodes without approval. NodePool limits apply to launches, and disruption budgets to consolidation and drift.',
  UNKNOWN: 'The mode is unknown to this version of the dashboard.',
};
