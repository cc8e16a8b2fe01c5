import type { ClusterId, DurationMs } from '@kerf/core';
import {
  type AlertScope,
  exceededAlerts,
  hasThreshold,
  type ObservedNumbers,
  type PoolChanges,
  type StoredAlertThresholds,
} from '../domain/brake/alert-thresholds.js';
import { concernsCluster, isInScope } from '../domain/brake/brake-scope.js';
import type { Team } from '../domain/identity/role.js';
import { named, type Sweep } from '../domain/operation/sweep.js';
import type { PoolSpend } from '../ports/brake-repository.js';
import type { Ports } from '../ports/ports.js';
import { type BrakedPools, brakedPools } from '../snapshot/braked-pools.js';
import { alertObject, auditAlerts } from './audit-alerts.js';

const minuteMs: DurationMs = 60_000;

/**
 * Reports numbers of teams and of the organization that exceed their alert thresholds, by an audit
 * entry when an alert begins and ends. Only those that concern the cluster are checked: the numbers
 * change with a cluster, whose worker then checks. Workers that check at the same time report once.
 */
export async function checkSharedAlerts(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  sweep: Sweep,
  clusterId: ClusterId,
): Promise<void> {
  const { store } = ports;
  const watched = (await store.alertThresholds.list()).filter(
    ({ thresholds, activeAlerts }) => activeAlerts.length > 0 || hasThreshold(thresholds),
  );
  if (watched.length === 0) return;
  const teams = watched.some(({ scope }) => scope.kind === 'Team')
    ? await store.access.teams()
    : [];
  // An alert of a team that no longer owns a part of the cluster has to end.
  const concerned = watched.filter(
    ({ scope, activeAlerts }) =>
      activeAlerts.length > 0 || concernsCluster(scope, clusterId, teams),
  );
  if (concerned.length === 0) return;
  const facts = await readFacts(ports, concerned);
  await sweep.each(
    concerned,
    ({ scope }) => named('AlertThresholds', scope.kind === 'Team' ? scope.teamId : 'organization'),
    (stored) => reportAlerts(ports, stored, { ...facts, teams }),
  );
}

/** Numbers of the fleet, by NodePool. */
interface FleetFacts {
  readonly spend: readonly PoolSpend[];
  readonly changes: readonly PoolChanges[];
  readonly poolOf: BrakedPools;
}

async function readFacts(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  concerned: readonly StoredAlertThresholds[],
): Promise<FleetFacts> {
  const countsChanges = concerned.some(({ thresholds }) => thresholds.changesPerMinute > 0);
  return {
    spend: await store.brakes.currentSpend(),
    changes: countsChanges ? await store.brakes.changesSince(clock.now() - minuteMs) : [],
    poolOf: await brakedPools(store, concerned),
  };
}

async function reportAlerts(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  stored: StoredAlertThresholds,
  { teams, ...facts }: FleetFacts & { readonly teams: readonly Team[] },
): Promise<void> {
  const { scope, activeAlerts } = stored;
  const object = alertObject(scope, teams);
  const owner = scope.kind === 'Team' ? `Team ${object.name} has` : 'All clusters have';
  const exceeded = exceededAlerts(stored.thresholds, numbersOf(scope, facts), owner);
  const active = exceeded.map(({ alert }) => alert);
  if (String(active) === String(activeAlerts)) return;
  await ports.store.transaction(async (tx) => {
    if (!(await tx.alertThresholds.setActive(stored, active, ports.clock.now()))) return;
    await auditAlerts(ports, tx, { activeAlerts, exceeded, object, clusterId: null });
    await tx.changes.publish({
      topic: 'pause',
      clusterId: null,
      id: null,
      version: stored.version,
    });
  });
}

function numbersOf(scope: AlertScope, { spend, changes, poolOf }: FleetFacts): ObservedNumbers {
  const isOf = ({ clusterId, nodePool }: Pick<PoolSpend, 'clusterId' | 'nodePool'>): boolean =>
    isInScope(scope, poolOf(clusterId, nodePool));
  const pools = spend.filter(isOf);
  return {
    nodes: pools.reduce((sum, { nodes }) => sum + nodes, 0),
    spendMicroUsdPerHour: pools.reduce((sum, pool) => sum + pool.priceMicroUsdPerHour, 0),
    changesPerMinute: changes.filter(isOf).reduce((sum, pool) => sum + pool.changes, 0),
  };
}
