import type { NodeState } from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { unknownBadge } from '../../ui/badges/state-badges.js';

export const nodeBadges: Readonly<Record<NodeState, BadgeContent>> = {
  JOINING: { label: 'Joining', tone: 'active', icon: 'hourglass' },
  READY: { label: 'Ready', tone: 'ok', icon: 'check' },
  NOT_READY: { label: 'NotReady', tone: 'broken', icon: 'alert' },
  CORDONED: { label: 'Cordoned', tone: 'attention', icon: 'lock' },
  TERMINATING: { label: 'Terminating', tone: 'active', icon: 'arrow' },
  UNKNOWN: unknownBadge,
};
