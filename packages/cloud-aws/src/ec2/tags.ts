import { tagKeys } from '@kerf/core';

/** Says to AWS' own controllers that the resource belongs to the cluster. */
const ownedBy = (clusterName: string): string => `kubernetes.io/cluster/${clusterName}`;

export type Tags = Readonly<Record<string, string>>;

/** Tags of everything that Kerf creates for an EC2NodeClass; the policy in deploy/ requires them. */
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
  /** `null` for a claim without a pool. */
  readonly nodePool: string | null;
  readonly nodeClaim: string;
  readonly classTags: Tags;
}): Tags {
  return {
    Name: claim.nodeClaim,
    ...claim.classTags,
    ...sharedTags(claim),
    [tagKeys.nodeClaim]: claim.nodeClaim,
  };
}

/**
 * A claim without a pool is tagged with none. The key is there all the same: the IAM policies that
 * Karpenter's guide hands out allow no launch without it.
 * Source: karpenter-provider-aws pkg/providers/instance/instance.go getTags @v1.14.1.
 */
const poolTag = (nodePool: string | null): Tags => ({ [tagKeys.nodePool]: nodePool ?? '' });

/** Tags of resources that instances of a NodePool share: launch templates, network interfaces, spot requests. */
export const sharedTags = (owner: {
  readonly clusterName: string;
  readonly nodeClass: string;
  readonly nodePool: string | null;
}): Tags => ({
  ...clusterTags(owner.clusterName, owner.nodeClass),
  ...poolTag(owner.nodePool),
});

/** Tags in the form of AWS APIs. */
export const toAwsTags = (tags: Tags): { Key: string; Value: string }[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

export const fromAwsTags = (
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[] = [],
): Tags => Object.fromEntries(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
