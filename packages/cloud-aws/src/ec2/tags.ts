import { tagKeys } from '@kerf/core';

/** Says to AWS' own controllers that the resource belongs to the cluster. */
const ownedBy = (clusterName: string): string => `kubernetes.io/cluster/${clusterName}`;

export type Tags = Readonly<Record<string, string>>;

/** On everything that Kerf makes for a node class; the roles that deploy/ grants are limited to them. */
export function clusterTags(clusterName: string, nodeClassName: string): Tags {
  return {
    [tagKeys.cluster]: clusterName,
    [ownedBy(clusterName)]: 'owned',
    [tagKeys.nodeClass]: nodeClassName,
  };
}

/**
 * Tags of one instance and its volumes: the class' own, then Kerf's, which find the instance again.
 * The class may give another `Name`.
 */
export function instanceTags(claim: {
  readonly clusterName: string;
  readonly nodeClass: string;
  readonly nodePool: string;
  readonly nodeClaim: string;
  readonly classTags: Tags;
}): Tags {
  return {
    Name: claim.nodeClaim,
    ...claim.classTags,
    ...clusterTags(claim.clusterName, claim.nodeClass),
    [tagKeys.nodePool]: claim.nodePool,
    [tagKeys.nodeClaim]: claim.nodeClaim,
  };
}

/** The form in which all of AWS' APIs take and give tags. */
export const toAwsTags = (tags: Tags): { Key: string; Value: string }[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

export const fromAwsTags = (
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[] = [],
): Tags => Object.fromEntries(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
