import type { SpendLimit } from '../domain/brake/spend-limit.js';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditLimitWrite } from './audit-limit-write.js';
import { replanAfterPause } from './end-pause.js';

/** The actor and reason of the removal of a spend limit. */
interface Removal {
  readonly actor: AuditEntry['actor'];
  readonly comment?: string;
  readonly requestId: string | null;
}

/**
 * Removes a spend limit, with its audit entry. Work that it blocked is planned again.
 * @returns false when it has changed since it was read
 */
export async function dropSpendLimit(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  limit: SpendLimit,
  { actor, ...removal }: Removal,
): Promise<boolean> {
  if (!(await tx.spendLimits.remove(limit))) return false;
  await auditLimitWrite(ports, tx, actor, { verb: 'remove', limit, before: limit, ...removal });
  await replanAfterPause(ports, tx, { scope: limit.scope, stops: 'DisruptionAndLaunches' });
  return true;
}
