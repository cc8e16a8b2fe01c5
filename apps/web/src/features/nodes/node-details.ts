import type { NodeDetailsQuery } from '../../gql/graphql.js';

export type NodeDetails = NonNullable<NodeDetailsQuery['node']>;

/** Returns a node and its NodeClaim as incidents name them. */
export const objectsOfNode = ({
  name,
  nodeClaim,
}: Pick<NodeDetails, 'name' | 'nodeClaim'>): readonly string[] => [
  `Node/${name}`,
  ...(nodeClaim === null ? [] : [`NodeClaim/${nodeClaim.name}`]),
];
