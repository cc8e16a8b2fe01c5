import type { FindingSeverity } from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { unknownBadge } from '../../ui/badges/state-badges.js';

export const severityBadges: Readonly<Record<FindingSeverity, BadgeContent>> = {
  ERROR: { label: 'Invalid', tone: 'broken', icon: 'alert' },
  WARNING: { label: 'Warning', tone: 'attention', icon: 'alert' },
  ADVICE: { label: 'Advice', tone: 'active', icon: 'info' },
  UNKNOWN: unknownBadge,
};
