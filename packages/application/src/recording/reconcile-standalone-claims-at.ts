import type { ClusterId, Instant } from '@kerf/core';
import type { OutboxEntry } from '../ports/outbox-message.js';

/** The job that looks at the NodeClaim objects of a cluster that people made without a pool. */
export function reconcileStandaloneClaimsAt(clusterId: ClusterId, deliverAt: Instant): OutboxEntry {
  return { message: { type: 'provisioning.reconcile-standalone-claims', clusterId }, deliverAt };
}
