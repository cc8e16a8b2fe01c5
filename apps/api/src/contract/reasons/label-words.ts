import { joinWords } from '@kerf/core';
import * as z from 'zod/mini';

/** An operator with its values: a condition on a label, or the values that a label has. */
export const labelTerm = z.object({
  operator: z.string(),
  values: z.array(z.string()),
  omitted: z.number(),
});
export type LabelTerm = z.infer<typeof labelTerm>;

/** Names of well-known labels, for one value and for several. */
const names: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'topology.kubernetes.io/zone': ['zone', 'zones'],
  'topology.kubernetes.io/region': ['region', 'regions'],
  'topology.k8s.aws/zone-id': ['zone id', 'zone ids'],
  'node.kubernetes.io/instance-type': ['instance type', 'instance types'],
  'kubernetes.io/arch': ['arch', 'arch'],
  'kubernetes.io/os': ['OS', 'OS'],
  'kubernetes.io/hostname': ['hostname', 'hostnames'],
  'karpenter.sh/capacity-type': ['capacity type', 'capacity types'],
  'karpenter.sh/nodepool': ['NodePool', 'NodePools'],
  'karpenter.k8s.aws/ec2nodeclass': ['EC2NodeClass', 'EC2NodeClasses'],
  'karpenter.k8s.aws/instance-category': ['category', 'categories'],
  'karpenter.k8s.aws/instance-family': ['family', 'families'],
  'karpenter.k8s.aws/instance-generation': ['generation', 'generations'],
  'karpenter.k8s.aws/instance-size': ['size', 'sizes'],
  'karpenter.k8s.aws/instance-cpu': ['vCPU count', 'vCPU counts'],
  'karpenter.k8s.aws/instance-memory': ['memory in MiB', 'memory in MiB'],
  'karpenter.k8s.aws/instance-gpu-name': ['GPU', 'GPUs'],
  'karpenter.k8s.aws/instance-gpu-count': ['GPU count', 'GPU counts'],
};

/** `zone`, `category`; a label without a well-known name by its key. */
export const nameOfLabel = (key: string): string => names[key]?.[0] ?? shortKey(key);

/** `zones`, for several values of a label. */
export const namesOfLabel = (key: string): string =>
  names[key]?.[1] ?? `values of ${shortKey(key)}`;

/** `zone us-east-1a or us-east-1b`, `label team=a`: a requirement on a label. */
export function requiredWords(key: string, terms: readonly LabelTerm[]): string {
  const name = names[key]?.[0];
  return terms
    .map((term) =>
      name === undefined ? customWords(shortKey(key), term) : `${name} ${valueWords(term, 'or')}`,
    )
    .join(' and ');
}

/** `categories c and m`: the allowed values of a label. */
export function allowedWords(key: string, terms: readonly LabelTerm[]): string {
  const [only, ...others] = terms;
  const isOne = only?.operator === 'In' && only.values.length === 1 && others.length === 0;
  return `${isOne ? nameOfLabel(key) : namesOfLabel(key)} ${valuesAllowed(terms)}`;
}

/** `c and m`, `at least 5`: the same without the name. */
export const valuesAllowed = (terms: readonly LabelTerm[]): string =>
  terms.map((term) => valueWords(term, 'and')).join(' and ');

function customWords(key: string, term: LabelTerm): string {
  const { operator, values, omitted } = term;
  const [first] = values;
  if (operator === 'Exists') return `label ${key}`;
  if (operator === 'DoesNotExist') return `label ${key} to be absent`;
  if (operator === 'In' && first !== undefined && values.length === 1 && omitted === 0) {
    return `label ${key}=${first}`;
  }
  return `label ${key} to be ${valueWords(term, 'or')}`;
}

function valueWords({ operator, values, omitted }: LabelTerm, last: 'and' | 'or'): string {
  const listed = joinWords([...values, ...(omitted > 0 ? [`${omitted} more`] : [])], last);
  switch (operator) {
    case 'In':
      return listed;
    case 'NotIn':
      return values.length > 1 ? `other than ${listed}` : `not ${listed}`;
    case 'Exists':
      return 'with any value';
    case 'DoesNotExist':
      return 'to be absent';
    case 'Gt':
      return `more than ${listed}`;
    case 'Gte':
      return `at least ${listed}`;
    case 'Lt':
      return `less than ${listed}`;
    case 'Lte':
      return `at most ${listed}`;
    default:
      return `${operator} ${listed}`;
  }
}

/** Returns a label key without the prefixes of Kubernetes and Karpenter. */
export function shortKey(key: string): string {
  return key.replace(
    /^(?:karpenter\.sh|karpenter\.k8s\.aws|node\.kubernetes\.io|topology\.kubernetes\.io|kubernetes\.io)\//,
    '',
  );
}
