import type { Principal } from '../domain/identity/principal.js';
import { approve } from './approve.js';
import type { DecideInput, DecideOutcome, DecidePorts } from './decide-outcome.js';
import { openForReview } from './open-for-review.js';
import { reject } from './reject.js';

/**
 * Adds a person's approval to a decision. With the last one that is needed it is approved, and the
 * worker validates it against the cluster again before it executes it.
 */
export function approveDecision(
  ports: DecidePorts,
  principal: Principal,
  input: DecideInput,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const opened = await openForReview(ports, tx, principal, input);
    return opened.kind === 'Open' ? approve(ports, tx, principal, { ...input, ...opened }) : opened;
  });
}

/**
 * Rejects a decision that awaits approval. Decisions for other reasons may use its nodes at once;
 * for the same reason the nodes are not proposed again while the rejection is in force.
 */
export function rejectDecision(
  ports: DecidePorts,
  principal: Principal,
  input: DecideInput,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const opened = await openForReview(ports, tx, principal, input);
    return opened.kind === 'Open' ? reject(ports, tx, principal, { ...input, ...opened }) : opened;
  });
}
