import type { CheckState, RegistrationStep } from '../../../gql/graphql.js';
import type { BadgeContent } from '../../../ui/badges/badge.js';
import { unknownBadge } from '../../../ui/badges/state-badges.js';

/** The steps of the registration check. */
export const stepWords: Readonly<Record<RegistrationStep, string>> = {
  ASSUME_ROLE: 'Assume the role',
  DESCRIBE_CLUSTER: 'Describe the cluster',
  CONNECT: 'Connect to the API server',
  VERSION: 'Kubernetes version',
  PERMISSIONS: 'Permissions',
  CUSTOM_RESOURCES: 'Karpenter’s custom resources',
  OTHER_CONTROLLERS: 'Other controllers',
  SUBNETS: 'Find subnets',
  SECURITY_GROUPS: 'Find security groups',
  IMAGES: 'Find AMIs',
  INTERRUPTION_QUEUE: 'Find the interruption queue',
  UNKNOWN: 'Unknown step',
};

export const checkBadges: Readonly<Record<CheckState, BadgeContent>> = {
  WAITING: { label: 'Pending', tone: 'neutral', icon: 'clock' },
  RUNNING: { label: 'Running', tone: 'active', icon: 'hourglass' },
  PASSED: { label: 'Passed', tone: 'ok', icon: 'check' },
  WARNED: { label: 'Warning', tone: 'attention', icon: 'alert' },
  FAILED: { label: 'Failed', tone: 'broken', icon: 'cross' },
  SKIPPED: { label: 'Skipped', tone: 'neutral', icon: 'skip' },
  UNKNOWN: unknownBadge,
};
