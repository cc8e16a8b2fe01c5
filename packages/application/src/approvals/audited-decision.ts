import type { Decision } from '../domain/decision/decision.js';

/** Returns the part of an audit entry that names a decision. */
export function auditedDecision(
  action: string,
  { id, kind, clusterId, state }: Decision,
  { comment, requestId }: { readonly comment: string | null; readonly requestId: string | null },
) {
  return {
    action,
    object: { kind: 'Decision', id, name: `${kind} ${id}` },
    clusterId,
    comment,
    before: { state },
    requestId,
  };
}
