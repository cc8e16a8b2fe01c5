import type { ClusterId } from '@kerf/core';
import { kerfActor } from '../domain/decision/decision.js';
import type { AuditEntry, Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

interface Write {
  /** `noun.verb`, e.g. `decision.approve`. */
  readonly action: string;
  readonly object: AuditEntry['object'];
  readonly clusterId?: ClusterId | null;
  readonly comment?: string | null;
  /** The object before the write; absent for a new object. */
  readonly before?: unknown;
  /** The object after the write; absent for a deleted object. */
  readonly after?: unknown;
  readonly requestId: string | null;
}

/** Kerf as the actor of what nobody asked for. */
export const kerfAuditActor: AuditEntry['actor'] = { kind: 'Kerf', id: null, name: kerfActor };

type AuditPorts = Pick<Ports, 'clock' | 'ids'>;

/** Records a write in the audit log, in the transaction of the write. */
export function auditWrite(
  ports: AuditPorts,
  tx: Pick<Repositories, 'audit'>,
  actor: AuditEntry['actor'],
  write: Write,
): Promise<void> {
  const { before = null, after = null, comment = null, clusterId = null } = write;
  return tx.audit.add({
    ...write,
    id: ports.ids.next('aud'),
    at: ports.clock.now(),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    outcome: 'Done',
    clusterId,
    comment,
    before,
    after,
  });
}

/** The origin of a sign-in or access attempt. */
export interface AccessSource {
  /** The client's address. */
  readonly address: string;
  readonly requestId: string | null;
}

interface Refusal {
  readonly action: string;
  readonly object: AuditEntry['object'];
  /** `null` when the actor is unknown. */
  readonly actor: Pick<Principal, 'kind' | 'id' | 'name'> | null;
  /** The attempt and the reason for its refusal; never contains a secret. */
  readonly after: Readonly<Record<string, string>>;
}

/** Records a refused sign-in or access attempt in the audit log. */
export function auditRefusal(
  ports: AuditPorts,
  tx: Pick<Repositories, 'audit'>,
  refusal: Refusal,
  { address, requestId }: AccessSource,
): Promise<void> {
  const { action, object, actor, after } = refusal;
  return tx.audit.add({
    action,
    object,
    id: ports.ids.next('aud'),
    at: ports.clock.now(),
    actor: actor ?? { kind: 'Anonymous', id: null, name: 'unknown' },
    outcome: 'Refused',
    clusterId: null,
    comment: null,
    before: null,
    after: { ...after, address },
    requestId,
  });
}
