import type { OperationFailure as FailureRecord } from '@kerf/application';
import type { NodeClaimSummary } from '@kerf/db';
import { toReason } from '../../contract/reason.js';
import type {
  NodeClaim,
  NodeClaimTermination,
  OperationFailure,
} from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';

/** Read when it is requested. */
export type NodeClaimLazy = 'failures';
export type NodeClaimView = Omit<NodeClaim, NodeClaimLazy>;
export type NodeClaimConnectionView = ConnectionView<NodeClaimView>;

export function toNodeClaimView(claim: NodeClaimSummary): NodeClaimView {
  const { instance, failure } = claim;
  return {
    id: claim.id,
    clusterId: claim.clusterId,
    name: claim.name,
    nodePool: claim.nodePool,
    nodeClass: claim.nodeClass,
    state: claim.state,
    instanceId: instance?.instanceId ?? null,
    instanceType: instance?.instanceType ?? null,
    zone: instance?.zone ?? null,
    capacityType: instance?.capacityType ?? null,
    imageId: instance?.imageId ?? null,
    price: instance?.priceMicroUsdPerHour ?? null,
    nodeName: claim.nodeName,
    failure: failure === null ? null : toReason(failure),
    termination: toTermination(claim.termination),
    decisionId: claim.decisionId,
    requestedAt: claim.requestedAt,
    launchedAt: claim.launchedAt,
    registeredAt: claim.registeredAt,
    initializedAt: claim.initializedAt,
    terminatedAt: claim.terminatedAt,
    version: claim.version,
  };
}

function toTermination(termination: NodeClaimSummary['termination']): NodeClaimTermination | null {
  if (termination === null) return null;
  const { step, reason, startedAt, deadline, waitingFor } = termination;
  return { step, reason, startedAt, deadline, waitingFor };
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
