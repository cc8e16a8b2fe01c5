import type { PodPhase } from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { unknownBadge } from '../../ui/badges/state-badges.js';

export const podBadges: Readonly<Record<PodPhase, BadgeContent>> = {
  PENDING: { label: 'Pending', tone: 'attention', icon: 'hourglass' },
  BOUND: { label: 'On a node', tone: 'ok', icon: 'check' },
  TERMINATING: { label: 'Terminating', tone: 'active', icon: 'arrow' },
  UNKNOWN: unknownBadge,
};

/** How the API computes the cost of a pod. */
export const podCostExplanation =
  'The part of its node’s price that its requests take: one half by CPU, the other half by memory, each as a share of what is allocatable.';

interface Owned {
  readonly ownerKind: string;
  readonly ownerName: string;
  readonly deployment: string | null;
}

/** Returns the owner that people know: the Deployment instead of its ReplicaSet. */
export const ownerOf = ({ ownerKind, ownerName, deployment }: Owned) =>
  deployment === null
    ? { kind: ownerKind, name: ownerName }
    : { kind: 'Deployment', name: deployment };
