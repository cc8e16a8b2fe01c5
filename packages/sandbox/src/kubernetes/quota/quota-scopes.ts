import { kinds } from '../resources/kind.js';
import type { KubeObject } from '../resources/kube-object.js';
import { qosClassOf } from '../resources/pod-qos.js';
import type { QuotaScope, ResourceQuota } from '../resources/types/cluster.js';
import type { PodSpec } from '../resources/types/pod.js';
import { matchesRequirement, toRequirement } from '../selectors/label-selector.js';

/** Returns true if the quota is for this object; only pods are in scopes. */
export function isInScope({ spec }: ResourceQuota, object: KubeObject): boolean {
  const scopes = [
    ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
    ...(spec?.scopeSelector?.matchExpressions ?? []),
  ];
  return scopes.every((scope) => kinds.pod.is(object) && matches(scope, object.spec));
}

/** Source: kubernetes pkg/quota/v1/evaluator/core podMatchesScopeFunc. */
function matches(scope: QuotaScope, spec: PodSpec): boolean {
  switch (scope.scopeName) {
    case 'Terminating':
      return spec.activeDeadlineSeconds !== undefined;
    case 'NotTerminating':
      return spec.activeDeadlineSeconds === undefined;
    case 'BestEffort':
      return qosClassOf(spec) === 'BestEffort';
    case 'NotBestEffort':
      return qosClassOf(spec) !== 'BestEffort';
    case 'PriorityClass':
      return matchesPriorityClass(scope, spec);
    default:
      return false;
  }
}

function matchesPriorityClass(scope: QuotaScope, { priorityClassName }: PodSpec): boolean {
  const requirement = toRequirement({ key: scope.scopeName, ...scope });
  return matchesRequirement(priorityClassName, requirement);
}
