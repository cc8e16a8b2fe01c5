import type { ClusterId, Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import {
  alertThresholdsOf,
  exceededAlerts,
  hasThreshold,
} from '../domain/brake/alert-thresholds.js';
import type { StoredBrakeSettings } from '../domain/brake/brake-settings.js';
import type { RecentClaim } from '../domain/brake/recent-claim.js';
import type { Ports } from '../ports/ports.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { auditAlerts } from './audit-alerts.js';

interface AlertInput {
  readonly clusterId: ClusterId;
  readonly stored: StoredBrakeSettings;
  readonly claims: readonly RecentClaim[];
}

/**
 * Reports numbers of the cluster that exceed their alert thresholds: an audit entry when an alert
 * begins and ends, and a finding while it lasts. Nothing is stopped.
 */
export async function checkAlerts(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  { clusterId, stored, claims }: AlertInput,
): Promise<void> {
  const { settings, activeAlerts } = stored;
  if (!watchesNumbers(stored)) return;
  const now = ports.clock.now();
  const pools = (await ports.store.brakes.currentSpend()).filter(
    (pool) => pool.clusterId === clusterId,
  );
  const exceeded = exceededAlerts(
    alertThresholdsOf(settings),
    {
      nodes: pools.reduce((sum, { nodes }) => sum + nodes, 0),
      spendMicroUsdPerHour: pools.reduce((sum, pool) => sum + pool.priceMicroUsdPerHour, 0),
      changesPerMinute: changesSince(claims, now - 60_000),
    },
    'The cluster has',
  );
  await replaceFindings(
    ports,
    { clusterId, code: 'ALERT_THRESHOLD_EXCEEDED' },
    exceeded.map(({ alert, message }) => ({ object: `Alert/${alert}`, message, at: now })),
  );
  const active = exceeded.map(({ alert }) => alert);
  if (String(active) === String(activeAlerts)) return;
  const { name } = await requireCluster(ports.store, clusterId);
  await ports.store.transaction(async (tx) => {
    await tx.brakes.setAlerts(clusterId, active);
    const object = { kind: 'Cluster', id: clusterId, name };
    await auditAlerts(ports, tx, { activeAlerts, exceeded, object, clusterId });
  });
}

/** Returns true if an alert has a threshold, or has not ended yet. */
export const watchesNumbers = ({ settings, activeAlerts }: StoredBrakeSettings): boolean =>
  activeAlerts.length > 0 || hasThreshold(alertThresholdsOf(settings));

function changesSince(claims: readonly RecentClaim[], since: Instant): number {
  return claims.reduce(
    (sum, { requestedAt, terminatedAt }) =>
      sum + Number(requestedAt > since) + Number((terminatedAt ?? 0) > since),
    0,
  );
}
