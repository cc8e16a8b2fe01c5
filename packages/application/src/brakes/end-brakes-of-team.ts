import type { BrakeScope } from '../domain/brake/brake-scope.js';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { Team } from '../domain/identity/role.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { dropSpendLimit } from './drop-spend-limit.js';
import { endPause } from './end-pause.js';

/** The actor of the deletion of a team. */
interface Deletion {
  readonly actor: AuditEntry['actor'];
  readonly requestId: string | null;
}

/**
 * Releases the pauses of a team that is being deleted and removes its spend limit, with their audit
 * entries. Work that they blocked is planned again. Released pauses stay as history.
 */
export async function endBrakesOfTeam(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  { id, name }: Pick<Team, 'id' | 'name'>,
  { actor, requestId }: Deletion,
): Promise<void> {
  const isOfTeam = ({ scope }: { readonly scope: BrakeScope }): boolean =>
    scope.kind === 'Team' && scope.teamId === id;
  const comment = `Team ${name} was deleted`;
  const pauses = (await tx.pauses.list(null)).filter(isOfTeam);
  for (const pause of pauses) {
    await endPause(ports, tx, pause, { actor, comment, requestId });
  }
  const limits = (await tx.spendLimits.list()).filter(isOfTeam);
  for (const limit of limits) {
    await dropSpendLimit(ports, tx, limit, { actor, comment, requestId });
  }
}
