import type {
  LabelSelector,
  Labels,
  NodeSelectorTerm,
  PodSpec,
  RequirementSpec,
} from '@kerf/engine';

/** Deprecated labels that nodes still have besides the current ones. */
const deprecatedNames: Readonly<Record<string, string>> = {
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

export function labelOf(labels: Labels, key: string): string | undefined {
  const name = deprecatedNames[key] ?? key;
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}

/** Returns true if the expression holds, as in Kubernetes; `Gte` and `Lte` are Karpenter's. */
export function expressionHolds(
  { key, operator, values }: Pick<RequirementSpec, 'key' | 'values'> & { operator: string },
  labels: Labels,
): boolean {
  const value = labelOf(labels, key);
  const number = Number(value);
  const bound = Number(values[0]);
  const isNumber = value !== undefined && Number.isInteger(number);
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return isNumber && number > bound;
    case 'Lt':
      return isNumber && number < bound;
    case 'Gte':
      return isNumber && number >= bound;
    default:
      return isNumber && number <= bound;
  }
}

/**
 * One of the alternatives must hold; without any, all nodes match. An empty alternative matches
 * none.
 */
function anyTermHolds(terms: readonly NodeSelectorTerm[], labels: Labels): boolean {
  return (
    terms.length === 0 ||
    terms.some(
      ({ matchExpressions }) =>
        matchExpressions.length > 0 &&
        matchExpressions.every((item) => expressionHolds(item, labels)),
    )
  );
}

/** Returns true if the labels satisfy the node selector and the required node affinity of the pod. */
export function selectsNode(spec: PodSpec, labels: Labels): boolean {
  return (
    Object.entries(spec.nodeSelector).every(([key, value]) => labelOf(labels, key) === value) &&
    anyTermHolds(spec.requiredNodeAffinity, labels)
  );
}

export function selects(selector: LabelSelector | null, labels: Labels): boolean {
  if (selector === null) return false;
  return (
    Object.entries(selector.matchLabels).every(([key, value]) => labels[key] === value) &&
    selector.matchExpressions.every((item) => expressionHolds(item, labels))
  );
}
