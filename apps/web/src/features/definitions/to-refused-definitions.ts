import type { RefusedDefinitionsQuery } from '../../gql/graphql.js';

type ClusterOfFindings = RefusedDefinitionsQuery['clusters']['nodes'][number];

/** A NodePool or EC2NodeClass that Kerf cannot read as it is. */
export interface RefusedDefinition {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly kind: string;
  readonly name: string;
  /** The field, what is wrong with it, how to fix it, and what is stopped meanwhile. */
  readonly message: string;
}

/** Returns the refused objects of a cluster. */
export const toRefusedDefinitions = ({
  id,
  name: clusterName,
  findings,
}: ClusterOfFindings): readonly RefusedDefinition[] =>
  findings
    .filter(({ code }) => code === 'DEFINITION_REFUSED')
    .map(({ object, message }) => {
      const [kind = '', name = ''] = object.split('/');
      return { clusterId: id, clusterName, kind, name, message };
    });
