/** Kinds of objects that a search finds, in the order of equal matches. */
export const searchKinds = [
  'Cluster',
  'Node',
  'NodeClaim',
  'Owner',
  'Pod',
  'NodePool',
  'NodeClass',
  'Decision',
  'User',
] as const;
/** One of {@link searchKinds}. */
export type SearchKind = (typeof searchKinds)[number];

/** How a name matches, the best first: all of it, its beginning, that of a word in it, or a part. */
export const searchMatches = ['Exact', 'Prefix', 'WordPrefix', 'Substring'] as const;
/** One of {@link searchMatches}. */
export type SearchMatch = (typeof searchMatches)[number];

/** An object that a search found. */
export interface FoundObject {
  readonly kind: SearchKind;
  readonly match: SearchMatch;
  /** `null` for nodes, pods and owners, which have none. */
  readonly id: string | null;
  readonly name: string;
  /** `null` for users. */
  readonly clusterId: string | null;
  readonly clusterName: string | null;
  /** `null` for what is in no namespace. */
  readonly namespace: string | null;
  /**
   * Region of a cluster, ID of a node's instance, state of a NodeClaim, kind of an owner or a decision;
   * `null` for others.
   */
  readonly detail: string | null;
}

/** Objects of one kind that a search returns at most. */
export const foundOfKind = 5;
