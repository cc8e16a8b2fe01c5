import {
  type AlertThresholdRepository,
  type BrakeRepository,
  type CostSample,
  defaultBrakeSettings,
  monthOf,
  type NodeClaim,
  type Pause,
  type PauseRepository,
  type PoolSpend,
  type RecentClaim,
  type SpendLimitRepository,
  type StoredBrakeSettings,
  scopeKey,
} from '@kerf/application';
import { AppError, compareText } from '@kerf/core';
import { byId, type MemoryTable } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryPauses({ pauses }: MemoryTables): PauseRepository {
  return {
    insert: async (pause) => pauses.set(pause.id, pause),
    find: async (id) => pauses.get(id),
    save: async (pause) => saveIfCurrent(pauses, pause),
    ofCluster: async (clusterId, releasedAfter) =>
      pauses
        .where((pause) => isRecent(pause, releasedAfter))
        .filter(({ scope }) => !('clusterId' in scope) || scope.clusterId === clusterId)
        .toSorted(byId),
    list: async (releasedAfter) =>
      pauses
        .where((pause) => isRecent(pause, releasedAfter))
        .toSorted(byId)
        .toReversed()
        .slice(0, 500),
  };
}

const isRecent = ({ releasedAt }: Pause, releasedAfter: number | null): boolean =>
  releasedAt === null || (releasedAfter !== null && releasedAt > releasedAfter);

export function memorySpendLimits({ spendLimits }: MemoryTables): SpendLimitRepository {
  return {
    lockShared: async () => {},
    async insert(limit) {
      const same = spendLimits.find(({ scope }) => scopeKey(scope) === scopeKey(limit.scope));
      if (same !== null) {
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: 'There is already a spend limit for this scope. Change that one.',
        });
      }
      spendLimits.set(limit.id, limit);
    },
    find: async (id) => spendLimits.get(id),
    list: async () => spendLimits.all().toSorted(byId),
    save: async (limit) => saveIfCurrent(spendLimits, limit),
    async setReached(id, reached) {
      spendLimits.updateWhere(
        (row) => row.id === id,
        (row) => ({ ...row, reached }),
      );
    },
    async setForecast(id, forecast) {
      spendLimits.updateWhere(
        (row) => row.id === id,
        (row) => ({ ...row, forecast }),
      );
    },
    async remove({ id, version }) {
      return spendLimits.get(id)?.version === version && spendLimits.delete(id);
    },
  };
}

export function memoryAlertThresholds({ alertThresholds }: MemoryTables): AlertThresholdRepository {
  return {
    list: async () =>
      alertThresholds.all().toSorted((a, b) => compareText(scopeKey(a.scope), scopeKey(b.scope))),
    async save(stored) {
      const key = scopeKey(stored.scope);
      const row = alertThresholds.get(key);
      if ((row?.version ?? 0) !== stored.version) return null;
      const saved = { ...stored, version: stored.version + 1 };
      alertThresholds.set(key, { ...saved, activeAlerts: row?.activeAlerts ?? [] });
      return saved;
    },
    async setActive({ scope, activeAlerts }, active) {
      const key = scopeKey(scope);
      const row = alertThresholds.get(key);
      if (row === null || String(row.activeAlerts) !== String(activeAlerts)) return false;
      alertThresholds.set(key, { ...row, activeAlerts: active });
      return true;
    },
  };
}

export function memoryBrakes(tables: MemoryTables): BrakeRepository {
  const { brakeSettings, nodeClaims, decisions, costSamples, nodes } = tables;
  const settingsOf = (clusterId: string): StoredBrakeSettings =>
    brakeSettings.get(clusterId) ?? {
      settings: defaultBrakeSettings,
      activeAlerts: [],
      version: 0,
    };
  return {
    settings: async (clusterId) => settingsOf(clusterId),
    async saveSettings(clusterId, settings, version) {
      const stored = settingsOf(clusterId);
      if (stored.version !== version) return null;
      brakeSettings.set(clusterId, { ...stored, settings, version: version + 1 });
      return settingsOf(clusterId);
    },
    async setAlerts(clusterId, activeAlerts) {
      brakeSettings.set(clusterId, { ...settingsOf(clusterId), activeAlerts });
    },
    recentClaims: async (clusterId, since) =>
      nodeClaims
        .where(
          (row) =>
            row.clusterId === clusterId &&
            (row.requestedAt >= since || (row.terminatedAt ?? -1) >= since),
        )
        .toSorted(byId)
        .map(toRecentClaim),
    async mostNodes(clusterId, { from, to }) {
      const samples = costSamples.where(
        (row) =>
          row.clusterId === clusterId &&
          ((row.resolution === 'hour' && row.at >= from && row.at <= to - 3_600_000) ||
            (row.resolution === 'minute' && row.at >= to - 7_200_000 && row.at <= to - 60_000)),
      );
      const buckets = Map.groupBy(samples, ({ resolution, at }) => `${resolution} ${at}`);
      const sizes = [...buckets.values()].map((rows) => {
        const nodeMs = rows.reduce((sum, row) => sum + row.nodeMs, 0);
        return nodeMs / (rows[0]?.resolution === 'hour' ? 3_600_000 : 60_000);
      });
      return Math.max(0, ...sizes);
    },
    consolidations: async (clusterId, since) =>
      decisions
        .where(
          (row) =>
            row.clusterId === clusterId &&
            row.kind === 'Consolidate' &&
            (row.state === 'Executing' || row.state === 'Executed') &&
            (row.decidedAt ?? -1) >= since,
        )
        .toSorted(byId),
    async changesSince(since) {
      const claims = nodeClaims.all().map(({ clusterId, nodePool, requestedAt, terminatedAt }) => ({
        clusterId,
        nodePool: nodePool ?? '',
        changes: Number(requestedAt > since) + Number((terminatedAt ?? 0) > since),
      }));
      return claims.filter(({ changes }) => changes > 0);
    },
    async monthSpend(now) {
      const { from } = monthOf(now);
      const samples = costSamples.where(
        ({ resolution, at }) => resolution === 'hour' && at >= from,
      );
      const groups = Map.groupBy(samples, ({ clusterId, nodePool }) =>
        JSON.stringify([clusterId, nodePool]),
      );
      return [...groups.values()].flatMap((group) => {
        const [first] = group;
        if (first === undefined) return [];
        const { clusterId, nodePool } = first;
        return [{ clusterId, nodePool, costMicroUsd: costOf(group), recentMicroUsdPerHour: 0 }];
      });
    },
    currentSpend: async () => byPool(nodes.all()),
    async launchingSpend() {
      const claims = nodeClaims.where(
        ({ id, clusterId, state }) =>
          launchingStates.has(state) &&
          nodes.find((node) => node.clusterId === clusterId && node.nodeClaimId === id) === null,
      );
      return byPool(
        claims.map(({ instance, plan, ...claim }) => ({
          ...claim,
          priceMicroUsdPerHour:
            instance?.priceMicroUsdPerHour ?? plan.expected?.priceMicroUsdPerHour ?? null,
        })),
      );
    },
  };
}

/** States of NodeClaims that are admitted and not being removed. */
const launchingStates: ReadonlySet<string> = new Set([
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
]);

interface Priced {
  readonly clusterId: string;
  readonly nodePool: string | null;
  readonly priceMicroUsdPerHour: number | null;
}

function byPool(all: readonly Priced[]): readonly PoolSpend[] {
  const groups = Map.groupBy(all, ({ clusterId, nodePool }) =>
    JSON.stringify([clusterId, nodePool ?? '']),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        clusterId: first.clusterId,
        nodePool: first.nodePool ?? '',
        nodes: group.length,
        priceMicroUsdPerHour: group.reduce(
          (sum, { priceMicroUsdPerHour }) => sum + (priceMicroUsdPerHour ?? 0),
          0,
        ),
      },
    ];
  });
}

const costOf = (samples: readonly CostSample[]): number =>
  samples.reduce((sum, { costNanoUsd }) => sum + costNanoUsd / 1_000, 0);

function saveIfCurrent<Row extends { readonly id: string; readonly version: number }>(
  table: MemoryTable<Row>,
  row: Row,
): Row | null {
  if (table.get(row.id)?.version !== row.version) return null;
  const saved = { ...row, version: row.version + 1 };
  table.set(row.id, saved);
  return saved;
}

/** Returns the NodeClaim as the brakes see it. */
export const toRecentClaim = ({
  instance,
  failure,
  termination,
  ...claim
}: NodeClaim): RecentClaim => ({
  id: claim.id,
  name: claim.name,
  nodePool: claim.nodePool,
  decisionId: claim.decisionId,
  state: claim.state,
  requestedAt: claim.requestedAt,
  launchedAt: claim.launchedAt,
  registeredAt: claim.registeredAt,
  terminatedAt: claim.terminatedAt,
  nodeName: claim.nodeName,
  failureCode: failure?.code ?? null,
  failureDetail: failure?.detail ?? null,
  terminationReason: termination?.reason ?? null,
  instanceType: instance?.instanceType ?? null,
  zone: instance?.zone ?? null,
  capacityType: instance?.capacityType ?? null,
  priceMicroUsdPerHour: instance?.priceMicroUsdPerHour ?? null,
});
