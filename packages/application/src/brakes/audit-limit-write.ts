import { clusterOfScope, scopeText } from '../domain/brake/brake-scope.js';
import type { SpendLimit } from '../domain/brake/spend-limit.js';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';

/** A write of a spend limit. */
interface LimitWrite {
  readonly verb: 'create' | 'change' | 'remove';
  /** The limit as it was read, or the new one. */
  readonly limit: SpendLimit;
  readonly before?: SpendLimit;
  readonly after?: SpendLimit;
  readonly comment?: string;
  readonly requestId: string | null;
}

/** Records a write of a spend limit in the audit log, and notifies live pages. */
export async function auditLimitWrite(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  actor: AuditEntry['actor'],
  { verb, limit, ...write }: LimitWrite,
): Promise<void> {
  const clusterId = clusterOfScope(limit.scope);
  const cluster = clusterId === null ? null : await tx.clusters.find(clusterId);
  const object: AuditEntry['object'] = {
    kind: 'SpendLimit',
    id: limit.id,
    name: scopeText(limit.scope, { cluster: cluster?.name ?? null }),
  };
  await auditWrite(ports, tx, actor, {
    action: `spend-limit.${verb}`,
    object,
    clusterId,
    ...write,
  });
  await tx.changes.publish({ topic: 'pause', clusterId, id: limit.id, version: limit.version });
}
