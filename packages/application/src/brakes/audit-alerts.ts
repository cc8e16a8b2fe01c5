import type { ClusterId } from '@kerf/core';
import type { AlertScope, ExceededAlert } from '../domain/brake/alert-thresholds.js';
import { type BrakeAlert, brakeAlerts } from '../domain/brake/brake-settings.js';
import type { AuditEntry } from '../domain/identity/principal.js';
import type { Team } from '../domain/identity/role.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { kerfAuditActor } from '../recording/audit.js';

interface AlertChange {
  readonly activeAlerts: readonly BrakeAlert[];
  readonly exceeded: readonly ExceededAlert[];
  /** The object that has the thresholds. */
  readonly object: AuditEntry['object'];
  readonly clusterId: ClusterId | null;
}

/** Writes an audit entry for each alert that has begun or ended; it is notified as every entry. */
export async function auditAlerts(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Pick<Repositories, 'audit'>,
  { activeAlerts, exceeded, object, clusterId }: AlertChange,
): Promise<void> {
  for (const alert of brakeAlerts) {
    const begun = exceeded.find((one) => one.alert === alert);
    const wasActive = activeAlerts.includes(alert);
    if ((begun === undefined) !== wasActive) continue;
    await tx.audit.add({
      id: ports.ids.next('aud'),
      at: ports.clock.now(),
      actor: kerfAuditActor,
      action: begun === undefined ? 'alert.end' : 'alert.begin',
      object,
      clusterId,
      outcome: 'Done',
      comment: begun?.message ?? `${alert}: below the threshold again`,
      before: null,
      after: begun ?? { alert },
      requestId: null,
    });
  }
}

/** Returns the object of audit entries about alerts of a scope. */
export function alertObject(scope: AlertScope, teams: readonly Team[]): AuditEntry['object'] {
  if (scope.kind === 'Organization') {
    return { kind: 'Organization', id: 'organization', name: 'all clusters' };
  }
  const { teamId: id } = scope;
  return { kind: 'Team', id, name: teams.find((team) => team.id === id)?.name ?? id };
}
