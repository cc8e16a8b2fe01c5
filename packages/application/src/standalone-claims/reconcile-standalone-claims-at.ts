import type { ClusterId, Instant } from '@kerf/core';
import type { OutboxEntry } from '../ports/outbox-message.js';

/** Returns the job that reconciles the standalone NodeClaims of a cluster. */
export function reconcileStandaloneClaimsAt(clusterId: ClusterId, deliverAt: Instant): OutboxEntry {
  return { message: { type: 'provisioning.reconcile-standalone-claims', clusterId }, deliverAt };
}
