import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { word } from '../../rest/wire.js';
import { clusterPath } from '../cluster/cluster.operations.js';
import { nodePage, nodeResource } from './node.resource.js';

const text = z.string();

export const nodeOperations = {
  list: {
    id: 'listNodes',
    summary: 'Nodes of a cluster',
    path: clusterPath,
    query: z.strictObject({
      ...pageQuery,
      search: text.optional().meta({ description: 'Part of the name or the instance type' }),
      nodePool: z.array(text).optional(),
      capacityType: z.array(word('CapacityType')).optional(),
      state: z.array(word('NodeState')).optional(),
      instanceType: z.array(text).optional(),
      zone: z.array(text).optional(),
      managed: z
        .stringbool()
        .optional()
        .meta({ description: 'true: only nodes that Kerf manages; false: only others' }),
      orderBy: z
        .enum([
          'NAME',
          'NODE_POOL',
          'INSTANCE_TYPE',
          'PRICE',
          'CREATED_AT',
          'CPU',
          'MEMORY',
          'PODS',
        ])
        .default('NAME'),
      direction: z.enum(['ASC', 'DESC']).default('ASC'),
    }),
    answer: nodePage,
  },
  listAll: {
    id: 'listAllNodes',
    summary: 'All nodes of a cluster at once, by name',
    path: clusterPath,
    answer: nodePage,
  },
  get: {
    id: 'getNode',
    summary: 'One node',
    path: clusterPath.extend({ node: text.meta({ description: 'Its name' }) }),
    answer: nodeResource,
  },
} as const satisfies Record<string, OperationSpec>;
