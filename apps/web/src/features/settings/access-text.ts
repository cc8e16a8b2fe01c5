import type { AccessAction, AccessScopeFieldsFragment } from '../../gql/graphql.js';

/** Returns where a role applies. */
export function scopeText({
  kind,
  teamName,
  clusterName,
  nodePool,
}: AccessScopeFieldsFragment): string {
  switch (kind) {
    case 'TEAM':
      return `team ${teamName ?? '(removed)'}`;
    case 'CLUSTER':
      return `cluster ${clusterName ?? '(removed)'}`;
    case 'NODE_POOL':
      return `NodePool ${nodePool ?? ''} of ${clusterName ?? '(removed)'}`;
    default:
      return 'organization';
  }
}

/** Returns an action as the API's reasons name it, e.g. `decision.approve`. */
export function actionText(action: AccessAction): string {
  const noun = nouns.find((each) => action.startsWith(`${each}_`)) ?? action;
  const verb = action.slice(noun.length + 1);
  return [noun, verb].map((word) => word.toLowerCase().replaceAll('_', '-')).join('.');
}

const nouns = [
  'APPROVAL_POLICY',
  'API_TOKEN',
  'SPEND_LIMIT',
  'AUDIT',
  'CLUSTER',
  'COST',
  'DECISION',
  'DEFINITION',
  'DISRUPTION',
  'IDENTITY',
  'NODE',
  'NOTIFICATION',
  'PAUSE',
  'POD',
] as const;
