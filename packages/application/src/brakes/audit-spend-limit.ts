import { clusterOfScope, scopeText } from '../domain/brake/brake-scope.js';
import type { SpendLimit } from '../domain/brake/spend-limit.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { kerfAuditActor } from '../recording/audit.js';

/** Kerf's finding about the spending of a limit. */
interface SpendReport {
  readonly action: 'spend-limit.threshold' | 'spend-limit.forecast';
  readonly comment: string;
  readonly after: object;
}

/** Writes an audit entry of Kerf about a spend limit; it is notified as every entry. */
export async function auditSpendLimit(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  { id, scope }: Pick<SpendLimit, 'id' | 'scope'>,
  { action, comment, after }: SpendReport,
): Promise<void> {
  const clusterId = clusterOfScope(scope);
  const cluster = clusterId === null ? null : await tx.clusters.find(clusterId);
  await tx.audit.add({
    id: ports.ids.next('aud'),
    at: ports.clock.now(),
    actor: kerfAuditActor,
    action,
    object: {
      kind: 'SpendLimit',
      id,
      name: scopeText(scope, { cluster: cluster?.name ?? null }),
    },
    clusterId,
    outcome: 'Done',
    comment,
    before: null,
    after,
    requestId: null,
  });
}
