import {
  type NodeField,
  type NodeOrder,
  type NodeSummary,
  nodeOrderFields,
  type NodeTotals as TotalsRow,
} from '@kerf/db';
import { z } from 'zod';
import { describeFields, type SelectableFields } from '../../contract/field-selector.js';
import { toReason } from '../../contract/reason.js';
import { words } from '../../contract/words.js';
import type { Node, NodeTotals } from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';
import type { OperationSpec } from '../../rest/operation.js';
import { orderQuery, pageOf, pageQuery } from '../../rest/paging.js';
import { resourceOf } from '../../rest/resource-of.js';
import {
  amountResource,
  components,
  instant,
  list,
  money,
  reasonResource,
  text,
  word,
} from '../../rest/wire.js';
import { clusterPath } from '../cluster/cluster.contract.js';
import { podResource } from './pod.contract.js';

export type NodeLazy = (typeof nodeLazy)[number];
export type NodeView = Omit<Node, NodeLazy>;

/** @public The generated types of resolvers import it. */
export interface NodeConnectionView extends ConnectionView<NodeView> {
  /** Reads only once. */
  readonly readTotals: () => Promise<NodeTotals>;
}

export const toNodeView = ({
  priceMicroUsdPerHour: price,
  wasteMicroUsdPerHour: waste,
  blockers,
  ...row
}: NodeSummary): NodeView => ({ ...row, price, waste, blockers: blockers.map(toReason) });

export function toTotalsView(row: TotalsRow): NodeTotals {
  const { priceMicroUsdPerHour: price, ...rest } = row;
  return { ...rest, price };
}

/** Fields that are read when they are requested. */
const nodeLazy = ['nodeClaim', 'labels', 'taints', 'allocatable', 'requested', 'pods'] as const;

export const nodeSummaryResource = resourceOf(
  'Node',
  {
    price: money.nullable().meta({ description: 'Absent when unknown' }),
    waste: money.nullable().meta({
      description:
        'The price of what no pod requests: of the smaller of the free shares of CPU and memory',
    }),
    blockers: list(reasonResource),
    blockersEvaluatedAt: instant.nullable().meta({
      description: 'Time at which the blockers were found; absent if they are from the last pass',
    }),
  },
  nodeLazy,
).register(components, { id: 'NodeSummary', description: 'A node in a list' });

const nodeResource = nodeSummaryResource
  .extend({
    labels: z.record(text, text),
    taints: list(resourceOf('Taint', {})),
    allocatable: list(amountResource),
    requested: list(amountResource),
    pods: list(podResource),
  })
  .register(components, { id: 'Node' });

const nodePage = pageOf('NodePage', nodeSummaryResource);

/** Fields of the selector. */
export const selectableNodeFields: SelectableFields<NodeField> = {
  name: null,
  nodePool: null,
  nodeClaimId: null,
  providerId: null,
  instanceType: null,
  zone: null,
  capacityType: words.CapacityType,
  arch: null,
  state: words.NodeState,
};

export const nodesByName: NodeOrder = { field: 'NAME', direction: 'ASC' };

export const nodeOperations = {
  list: {
    id: 'listNodes',
    topics: ['nodes'],
    summary: 'Nodes of a cluster',
    path: clusterPath,
    query: z.strictObject({
      ...pageQuery,
      search: text.optional().meta({ description: 'Part of the name or the instance type' }),
      labelSelector: text.optional().meta({
        description: 'Labels of the nodes, as for kubectl, e.g. `team in (a,b),!spot`',
      }),
      fieldSelector: text.optional().meta({ description: describeFields(selectableNodeFields) }),
      nodePool: z.array(text).optional(),
      capacityType: z.array(word('CapacityType')).optional(),
      state: z.array(word('NodeState')).optional(),
      instanceType: z.array(text).optional(),
      zone: z.array(text).optional(),
      managed: z
        .stringbool()
        .optional()
        .meta({ description: 'true: only nodes that Kerf manages; false: only others' }),
      ...orderQuery(nodeOrderFields, nodesByName),
    }),
    answer: nodePage,
  },
  listAll: {
    id: 'listAllNodes',
    summary: 'All nodes of a cluster at once, by name',
    path: clusterPath,
    answer: nodePage,
    isStreamed: true,
  },
  get: {
    id: 'getNode',
    summary: 'One node',
    path: clusterPath.extend({ node: text.meta({ description: 'Name of the node' }) }),
    answer: nodeResource,
  },
} as const satisfies Record<string, OperationSpec>;
