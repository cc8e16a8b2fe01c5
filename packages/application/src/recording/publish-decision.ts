import type { Decision } from '../domain/decision/decision.js';
import type { Repositories } from '../ports/store.js';

/** Publishes the change of a decision to live pages when the transaction commits. */
export function publishDecision(tx: Repositories, decision: Decision): Promise<void> {
  const { clusterId, id, version } = decision;
  return tx.changes.publish({ topic: 'decision', clusterId, id, version });
}
