import { InvariantViolation } from '@kerf/core';
import { type GraphQLSchema, isObjectType } from 'graphql';
import type { ResolversParentTypes } from '../generated/resolver-types.js';

type Connection = ResolversParentTypes[Extract<keyof ResolversParentTypes, `${string}Connection`>];

/** Resolves `totalCount`, the one field of a connection that no view holds, in each connection type. */
export function resolveTotalCounts(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !type.name.endsWith('Connection')) continue;
    const totalCount = type.getFields()['totalCount'];
    if (totalCount === undefined) throw new InvariantViolation(`${type.name} has no totalCount`);
    totalCount.resolve = ({ countAll }: Connection) => countAll();
  }
  return schema;
}
