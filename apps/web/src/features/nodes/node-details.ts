import type { NodeDetailsQuery } from '../../gql/graphql.js';

export type NodeDetails = NonNullable<NodeDetailsQuery['node']>;
