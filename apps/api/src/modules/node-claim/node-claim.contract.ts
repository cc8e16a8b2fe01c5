import type { OperationFailure as FailureRecord } from '@kerf/application';
import {
  type NodeClaimField,
  type NodeClaimOrder,
  type NodeClaimSummary,
  nodeClaimOrderFields,
} from '@kerf/db';
import { z } from 'zod';
import { describeFields, type SelectableFields } from '../../contract/field-selector.js';
import { toReason } from '../../contract/reason.js';
import { describeSortedPeriod } from '../../contract/sorted-period.js';
import { words } from '../../contract/words.js';
import type { NodeClaim, OperationFailure } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { orderQuery, pageOf, pageQuery } from '../../rest/paging.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { idPath, instant, list, money, reasonResource, text, word } from '../../rest/wire.js';
import { clusterPath } from '../cluster/cluster.contract.js';

/** Read when it is requested. */
export type NodeClaimLazy = 'failures';
export type NodeClaimView = Omit<NodeClaim, NodeClaimLazy>;

export function toNodeClaimView({
  instance,
  failure,
  nodePoolHash: _pool,
  nodeClassHash: _class,
  ...claim
}: NodeClaimSummary): NodeClaimView {
  return {
    ...claim,
    instanceId: instance?.instanceId ?? null,
    instanceType: instance?.instanceType ?? null,
    zone: instance?.zone ?? null,
    capacityType: instance?.capacityType ?? null,
    imageId: instance?.imageId ?? null,
    price: instance?.priceMicroUsdPerHour ?? null,
    failure: failure === null ? null : toReason(failure),
  };
}

export const toFailureView = ({ object, ...failure }: FailureRecord): OperationFailure => ({
  ...failure,
  object: `${object.kind}/${object.name}`,
});

export const operationFailureResource = componentOf(
  'OperationFailure',
  {},
  'An operation that fails and is retried',
);

/** @public tools/scalar-files.slow.spec.ts reads it in its scratch copy. */
export const nodeClaimResource = componentOf('NodeClaim', {
  price: money.nullable().meta({ description: 'Price at the launch' }),
  failure: reasonResource.nullable(),
  termination: resourceOf('NodeClaimTermination', {}).nullable(),
  drift: resourceOf('NodeClaimDrift', {}).nullable().meta({
    description: 'Reason why it no longer matches its definitions, e.g. `AMIDrift`',
  }),
  reboot: resourceOf('NodeClaimReboot', {}).nullable().meta({
    description: 'The last reboot of its instance',
  }),
  failures: list(operationFailureResource),
});

/** Fields of the selector. */
export const selectableClaimFields: SelectableFields<NodeClaimField> = {
  name: null,
  nodePool: null,
  nodeClass: null,
  nodeName: null,
  decisionId: null,
  state: words.NodeClaimState,
  instanceId: null,
  instanceType: null,
  zone: null,
  capacityType: words.CapacityType,
};

export const newestClaimsFirst: NodeClaimOrder = { field: 'REQUESTED_AT', direction: 'DESC' };

export const nodeClaimOperations = {
  list: {
    id: 'listNodeClaims',
    topics: ['nodeClaim'],
    summary: 'NodeClaims of a cluster, newest first',
    description: `NodeClaims of a cluster, newest first. ${describeSortedPeriod('REQUESTED_AT', 'ended')}`,
    path: clusterPath,
    query: z.strictObject({
      ...pageQuery,
      state: z.array(word('NodeClaimState')).optional(),
      nodePool: z.array(text).optional(),
      fieldSelector: z
        .string()
        .optional()
        .meta({ description: describeFields(selectableClaimFields) }),
      requestedFrom: instant.optional(),
      requestedTo: instant.optional(),
      ...orderQuery(nodeClaimOrderFields, newestClaimsFirst),
    }),
    answer: pageOf('NodeClaimPage', nodeClaimResource),
  },
  get: {
    id: 'getNodeClaim',
    summary: 'One NodeClaim',
    path: idPath,
    answer: nodeClaimResource,
  },
} as const satisfies Record<string, OperationSpec>;
