import type { FindingSeverity, ManagingTool, NodePoolDetailsQuery } from '../../gql/graphql.js';
import type { BadgeContent } from '../../ui/badges/badge.js';
import { unknownBadge } from '../../ui/badges/state-badges.js';

export const severityBadges: Readonly<Record<FindingSeverity, BadgeContent>> = {
  ERROR: { label: 'Invalid', tone: 'broken', icon: 'alert' },
  WARNING: { label: 'Warning', tone: 'attention', icon: 'alert' },
  ADVICE: { label: 'Advice', tone: 'active', icon: 'info' },
  UNKNOWN: unknownBadge,
};

type Manager = NonNullable<NonNullable<NodePoolDetailsQuery['nodePool']>['managedBy']>;

const toolWords: Readonly<Record<ManagingTool, string>> = {
  ARGO_CD: 'Argo CD application',
  FLUX_KUSTOMIZATION: 'Flux Kustomization',
  FLUX_HELM_RELEASE: 'Flux HelmRelease',
  HELM: 'Helm release',
  UNKNOWN: 'unknown tool',
};

/** Returns the tool that applies an object, with its namespace if that is known: `Flux Kustomization infra/nodes`. */
export const managerText = ({ tool, name, namespace }: Manager): string =>
  `${toolWords[tool]} ${namespace === null ? name : `${namespace}/${name}`}`;
