import type { ClusterId } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import type { AuditEntry, Principal } from './principal.js';

interface Write {
  /** `noun.verb`, e.g. `decision.approve`. */
  readonly action: string;
  readonly object: AuditEntry['object'];
  readonly clusterId?: ClusterId;
  readonly comment?: string | null;
  /** The object as it was; left out for something new. */
  readonly before?: unknown;
  /** The object as it is; left out for something deleted. */
  readonly after?: unknown;
  readonly requestId: string | null;
}

/** Notes a write in the audit log, in the transaction that does it. */
export function auditWrite(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  principal: Principal,
  write: Write,
): Promise<void> {
  const { before = null, after = null, comment = null, clusterId = null } = write;
  return tx.audit.add({
    ...write,
    id: ports.ids.next('aud'),
    at: ports.clock.now(),
    actor: { kind: principal.kind, id: principal.id, name: principal.name },
    outcome: 'Done',
    clusterId,
    comment,
    before,
    after,
  });
}
