import type { Filter } from '@aws-sdk/client-ec2';

type Tags = Readonly<Record<string, string>>;

/** Returns EC2 filters, all of which must match; `*` alone matches any value of the tag. */
export function tagFilters(tags: Tags = {}): Filter[] {
  return Object.entries(tags).map(([key, value]) =>
    value === '*' ? { Name: 'tag-key', Values: [key] } : { Name: `tag:${key}`, Values: [value] },
  );
}

/** Describes a term, e.g. `tags karpenter.sh/discovery=prod`. */
export function describeTerm(term: {
  readonly tags?: Tags;
  readonly id?: string;
  readonly name?: string;
  readonly owner?: string;
  readonly ssmParameter?: string;
}): string {
  const tags = Object.entries(term.tags ?? {}).map(([key, value]) => `${key}=${value}`);
  return [
    ...(tags.length > 0 ? [`tags ${tags.join(', ')}`] : []),
    ...(term.id === undefined ? [] : [`id ${term.id}`]),
    ...(term.name === undefined ? [] : [`name ${term.name}`]),
    ...(term.owner === undefined ? [] : [`owner ${term.owner}`]),
    ...(term.ssmParameter === undefined ? [] : [`parameter ${term.ssmParameter}`]),
  ].join(' and ');
}

/** Placeholders in published manifests: `${CLUSTER_NAME}`, `YOUR_CLUSTER_NAME`, `<name>`. */
const placeholderPattern = /\$\{[^}]{0,100}\}|\bYOUR[_-]\w+|<[\w-]{1,100}>|\bmy-cluster\b/;

/**
 * Returns a hint about an unreplaced placeholder, or an empty string.
 * @param clusterName not a placeholder, even if it looks like one
 */
export function placeholderHint(text: string, clusterName: string): string {
  const placeholder = placeholderPattern.exec(text)?.[0];
  if (placeholder === undefined || placeholder === clusterName) return '';
  return ` ${placeholder} looks like a placeholder. Replace it with the cluster's name ${clusterName}.`;
}
