import { type ClusterId, type Instant, usdText } from '@kerf/core';
import {
  type BrakeAlert,
  type BrakeSettings,
  brakeAlerts,
  type StoredBrakeSettings,
} from '../domain/brake/brake-settings.js';
import type { RecentClaim } from '../domain/brake/recent-claim.js';
import type { Ports } from '../ports/ports.js';
import { kerfAuditActor } from '../recording/end-pause.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { requireCluster } from '../snapshot/require-cluster.js';

interface AlertInput {
  readonly clusterId: ClusterId;
  readonly stored: StoredBrakeSettings;
  readonly claims: readonly RecentClaim[];
}

/** An alert whose threshold is exceeded. */
interface Exceeded {
  readonly alert: BrakeAlert;
  readonly observed: number;
  readonly threshold: number;
  readonly message: string;
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
  const exceeded = exceededAlerts(settings, {
    nodes: pools.reduce((sum, { nodes }) => sum + nodes, 0),
    spend: pools.reduce((sum, { priceMicroUsdPerHour }) => sum + priceMicroUsdPerHour, 0),
    changes: changesSince(claims, now - 60_000),
  });
  await replaceFindings(
    ports,
    { clusterId, code: 'ALERT_THRESHOLD_EXCEEDED' },
    exceeded.map(({ alert, message }) => ({ object: `Alert/${alert}`, message, at: now })),
  );
  const active = exceeded.map(({ alert }) => alert);
  if (String(active) === String(activeAlerts)) return;
  const cluster = await requireCluster(ports.store, clusterId);
  await ports.store.transaction(async (tx) => {
    await tx.brakes.noteAlerts(clusterId, active);
    for (const alert of brakeAlerts) {
      const begun = exceeded.find((one) => one.alert === alert);
      const wasActive = activeAlerts.includes(alert);
      if ((begun === undefined) !== wasActive) continue;
      await tx.audit.add({
        id: ports.ids.next('aud'),
        at: now,
        actor: kerfAuditActor,
        action: begun === undefined ? 'alert.end' : 'alert.begin',
        object: { kind: 'Cluster', id: clusterId, name: cluster.name },
        clusterId,
        outcome: 'Done',
        comment: begun?.message ?? `${alert}: below the threshold again`,
        before: null,
        after: begun ?? { alert },
        requestId: null,
      });
    }
  });
}

/** Returns true if an alert has a threshold, or has not ended yet. */
export const watchesNumbers = ({ settings, activeAlerts }: StoredBrakeSettings): boolean =>
  activeAlerts.length > 0 || hasThreshold(settings);

const hasThreshold = (settings: BrakeSettings): boolean =>
  settings.alertNodes > 0 ||
  settings.alertSpendMicroUsdPerHour > 0 ||
  settings.alertChangesPerMinute > 0;

function changesSince(claims: readonly RecentClaim[], since: Instant): number {
  return claims.reduce(
    (sum, { requestedAt, terminatedAt }) =>
      sum + Number(requestedAt > since) + Number((terminatedAt ?? 0) > since),
    0,
  );
}

function exceededAlerts(
  settings: BrakeSettings,
  {
    nodes,
    spend,
    changes,
  }: { readonly nodes: number; readonly spend: number; readonly changes: number },
): readonly Exceeded[] {
  const { alertNodes, alertSpendMicroUsdPerHour: alertSpend, alertChangesPerMinute } = settings;
  const all: readonly Exceeded[] = [
    {
      alert: 'Nodes',
      observed: nodes,
      threshold: alertNodes,
      message: `The cluster has ${nodes} nodes; the alert threshold is ${alertNodes}.`,
    },
    {
      alert: 'Spend',
      observed: spend,
      threshold: alertSpend,
      message: `The nodes cost ${usdText(spend)} per hour; the alert threshold is ${usdText(alertSpend)}.`,
    },
    {
      alert: 'Changes',
      observed: changes,
      threshold: alertChangesPerMinute,
      message: `${changes} nodes were requested or removed within a minute; the alert threshold is ${alertChangesPerMinute}.`,
    },
  ];
  return all.filter(({ observed, threshold }) => threshold > 0 && observed > threshold);
}
