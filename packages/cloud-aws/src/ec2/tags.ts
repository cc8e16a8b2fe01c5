import { tagKeys } from '@kerf/core';

/** Marks the resource as owned by the cluster for AWS's own controllers. */
const ownedBy = (clusterName: string): string => `kubernetes.io/cluster/${clusterName}`;

export type Tags = Readonly<Record<string, string>>;

/**
 * Tags of everything that Kerf creates for an EC2NodeClass; the policy in deploy/ requires them.
 */
export function clusterTags(clusterName: string, nodeClassName: string): Tags {
  return {
    [tagKeys.cluster]: clusterName,
    [ownedBy(clusterName)]: 'owned',
    [tagKeys.nodeClass]: nodeClassName,
  };
}

/**
 * Returns the tags of one instance and its volumes: those of the EC2NodeClass, then Kerf's, by
 * which the instance is found. The EC2NodeClass may override `Name`.
 */
export function instanceTags(claim: {
  readonly clusterName: string;
  readonly nodeClass: string;
  /** `null` for a NodeClaim without a NodePool. */
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
 * Returns the NodePool tag. A NodeClaim without a NodePool has the key with an empty value, because
 * the IAM policies in Karpenter's guide allow no launch without it.
 * Source: karpenter-provider-aws pkg/providers/instance/instance.go getTags @v1.14.1.
 */
const poolTag = (nodePool: string | null): Tags => ({ [tagKeys.nodePool]: nodePool ?? '' });

/**
 * Tags of resources that instances of a NodePool share: launch templates, interfaces, spot
 * requests.
 */
export const sharedTags = (owner: {
  readonly clusterName: string;
  readonly nodeClass: string;
  readonly nodePool: string | null;
}): Tags => ({
  ...clusterTags(owner.clusterName, owner.nodeClass),
  ...poolTag(owner.nodePool),
});

/** Converts tags to the form of AWS APIs. */
export const toAwsTags = (tags: Tags): { Key: string; Value: string }[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

export const fromAwsTags = (
  tags: readonly { Key?: string | undefined; Value?: string | undefined }[] = [],
): Tags => Object.fromEntries(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
