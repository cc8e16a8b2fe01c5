import type { OperationFailure as FailureRecord } from '@kerf/application';
import type { NodeClaimField, NodeClaimSummary } from '@kerf/db';
import { z } from 'zod';
import { describeFields, type SelectableFields } from '../../contract/field-selector.js';
import { toReason } from '../../contract/reason.js';
import { words } from '../../contract/words.js';
import type {
  NodeClaim,
  NodeClaimDrift,
  NodeClaimReboot,
  NodeClaimTermination,
  OperationFailure,
} from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { components, instant, list, money, reasonResource, whole, word } from '../../rest/wire.js';
import { clusterPath } from '../cluster/cluster.contract.js';

/** Read when it is requested. */
export type NodeClaimLazy = 'failures';
export type NodeClaimView = Omit<NodeClaim, NodeClaimLazy>;
/** @public The generated types of resolvers import it. */
export type NodeClaimConnectionView = ConnectionView<NodeClaimView>;

export function toNodeClaimView({
  instance,
  failure,
  termination,
  drift,
  reboot,
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
    termination: toTermination(termination),
    drift: toDrift(drift),
    reboot: toReboot(reboot),
  };
}

function toTermination(termination: NodeClaimSummary['termination']): NodeClaimTermination | null {
  if (termination === null) return null;
  const { step, reason, startedAt, deadline, waitingFor } = termination;
  return { step, reason, startedAt, deadline, waitingFor };
}

const toDrift = (drift: NodeClaimSummary['drift']): NodeClaimDrift | null =>
  drift === null ? null : { reason: drift.reason, since: drift.since };

function toReboot(reboot: NodeClaimSummary['reboot']): NodeClaimReboot | null {
  if (reboot === null) return null;
  const { step, cause, requestedAt, stepAt, failure } = reboot;
  return { step, cause, requestedAt, stepAt, failure };
}

export function toFailureView(failure: FailureRecord): OperationFailure {
  const { operation, object, errorCode, message, remedy, attempts } = failure;
  const { firstFailedAt, lastFailedAt } = failure;
  return {
    operation,
    object: `${object.kind}/${object.name}`,
    errorCode,
    message,
    remedy,
    attempts,
    firstFailedAt,
    lastFailedAt,
  };
}

const text = z.string();

export const operationFailureResource = z
  .object({
    operation: text,
    object: text,
    errorCode: text,
    message: text,
    remedy: text.nullable(),
    attempts: whole,
    firstFailedAt: instant,
    lastFailedAt: instant,
  })
  .register(components, {
    id: 'OperationFailure',
    description: 'An operation that fails and is retried',
  });

/** @public tools/scalar-files.slow.spec.ts reads it in its scratch copy. */
export const nodeClaimResource = z
  .object({
    id: text,
    clusterId: text,
    name: text,
    nodePool: text.nullable(),
    nodeClass: text,
    state: word('NodeClaimState'),
    instanceId: text.nullable(),
    instanceType: text.nullable(),
    zone: text.nullable(),
    capacityType: word('CapacityType').nullable(),
    imageId: text.nullable(),
    price: money.nullable().meta({ description: 'Price at the launch' }),
    nodeName: text.nullable(),
    failure: reasonResource.nullable(),
    termination: z
      .object({
        step: word('TerminationStep'),
        reason: text,
        startedAt: instant,
        deadline: instant.nullable(),
        waitingFor: text.nullable(),
      })
      .nullable(),
    drift: z.object({ reason: text, since: instant }).nullable().meta({
      description: 'Reason why it no longer matches its definitions, e.g. `AMIDrift`',
    }),
    reboot: z
      .object({
        step: word('RebootStep'),
        cause: text,
        requestedAt: instant,
        stepAt: instant,
        failure: text.nullable(),
      })
      .nullable()
      .meta({ description: 'The last reboot of its instance' }),
    failures: list(operationFailureResource),
    decisionId: text.nullable(),
    requestedAt: instant,
    launchedAt: instant.nullable(),
    registeredAt: instant.nullable(),
    initializedAt: instant.nullable(),
    terminatedAt: instant.nullable(),
    version: whole,
  })
  .register(components, { id: 'NodeClaim' });

const nodeClaimPage = pageOf('NodeClaimPage', nodeClaimResource);

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

export const nodeClaimOperations = {
  list: {
    id: 'listNodeClaims',
    topics: ['nodeClaim'],
    summary: 'NodeClaims of a cluster, newest first',
    path: clusterPath,
    query: z.strictObject({
      ...pageQuery,
      state: z.array(word('NodeClaimState')).optional(),
      nodePool: z.array(z.string()).optional(),
      fieldSelector: z
        .string()
        .optional()
        .meta({ description: describeFields(selectableClaimFields) }),
    }),
    answer: nodeClaimPage,
  },
  get: {
    id: 'getNodeClaim',
    summary: 'One NodeClaim',
    path: z.object({ id: z.string() }),
    answer: nodeClaimResource,
  },
} as const satisfies Record<string, OperationSpec>;
