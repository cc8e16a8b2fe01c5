import type {
  CatalogRepository,
  CatalogScope,
  CostRepository,
  CostResolution,
  CostSample,
  DisruptionSimulationRepository,
  FindingRepository,
  OperationFailureRepository,
  ReadModelRepository,
} from '@kerf/application';
import {
  costResolutionMs,
  costResolutions,
  costRetentionMs,
  costSpanRetentionMs,
  possibleSavingOf,
} from '@kerf/application';
import { type ClusterId, compareText, type DurationMs, type Instant } from '@kerf/core';
import { byName, keyOf } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryReadModel(tables: MemoryTables): ReadModelRepository {
  const { nodes, pods, verdicts, budgets, overlays } = tables;
  return {
    async applyNodes(clusterId, changed, goneNames) {
      for (const row of changed) nodes.set(keyOf(clusterId, row.name), row);
      for (const name of goneNames) nodes.delete(keyOf(clusterId, name));
    },
    async applyPods(clusterId, changed, goneUids) {
      for (const row of changed) pods.set(keyOf(clusterId, row.uid), row);
      for (const uid of goneUids) {
        pods.delete(keyOf(clusterId, uid));
        verdicts.delete(keyOf(clusterId, uid));
      }
    },
    async retainOnly(clusterId, { nodeNames, podUids }) {
      const [names, uids] = [new Set(nodeNames), new Set(podUids)];
      nodes.deleteWhere((row) => row.clusterId === clusterId && !names.has(row.name));
      pods.deleteWhere((row) => row.clusterId === clusterId && !uids.has(row.uid));
      verdicts.deleteWhere((row) => row.clusterId === clusterId && !uids.has(row.podUid));
    },
    areManaged: async (clusterId, nodeNames) =>
      new Map(
        nodes
          .where((row) => row.clusterId === clusterId && nodeNames.includes(row.name))
          .map(({ name, nodeClaimId }) => [name, nodeClaimId !== null]),
      ),
    async saveVerdicts(rows) {
      for (const row of rows) verdicts.set(keyOf(row.clusterId, row.podUid), row);
    },
    async saveBudgets(clusterId, asOf, rows) {
      budgets.deleteWhere((row) => row.clusterId === clusterId);
      for (const row of rows) {
        budgets.set(keyOf(clusterId, row.nodePool, row.reason), { ...row, clusterId, asOf });
      }
    },
    async saveNodeOverlays(clusterId, rows) {
      overlays.deleteWhere((row) => row.clusterId === clusterId);
      for (const row of rows.toSorted(byName)) overlays.set(keyOf(clusterId, row.name), row);
    },
  };
}

export function memorySimulations({ simulations }: MemoryTables): DisruptionSimulationRepository {
  return {
    insert: async (simulation) => simulations.set(simulation.id, simulation),
    find: async (id) => simulations.get(id),
    countWaiting: async (id, now) =>
      simulations.where(
        ({ clusterId, state, answerBy }) =>
          clusterId === id && state === 'Requested' && answerBy > now,
      ).length,
    async finish(simulation) {
      if (simulations.get(simulation.id)?.state !== 'Requested') return false;
      simulations.set(simulation.id, simulation);
      return true;
    },
    async prune(clusterId, requestedBefore) {
      simulations.deleteWhere(
        (row) => row.clusterId === clusterId && row.requestedAt < requestedBefore,
      );
    },
  };
}

export function memoryFindings({ findings }: MemoryTables): FindingRepository {
  return {
    async record({ at, remedy = null, ...finding }) {
      const key = keyOf(finding.clusterId, finding.code, finding.object);
      const row = findings.get(key);
      findings.set(key, {
        ...finding,
        remedy,
        count: (row?.count ?? 0) + 1,
        firstSeenAt: row?.firstSeenAt ?? at,
        lastSeenAt: at,
      });
    },
    async clear(clusterId, code, object) {
      findings.delete(keyOf(clusterId, code, object));
    },
    async clearOthers(clusterId, code, objects) {
      findings.deleteWhere(
        (row) => row.clusterId === clusterId && row.code === code && !objects.includes(row.object),
      );
    },
  };
}

export function memoryOperationFailures(tables: MemoryTables): OperationFailureRepository {
  const { operationFailures } = tables;
  return {
    async record(attempts) {
      for (const { at, ...attempt } of attempts) {
        const { clusterId, operation, object } = attempt;
        const key = keyOf(clusterId, operation, object.kind, object.id);
        const row = operationFailures.get(key);
        operationFailures.set(key, {
          ...attempt,
          attempts: (row?.attempts ?? 0) + 1,
          firstFailedAt: row?.firstFailedAt ?? at,
          lastFailedAt: at,
        });
      }
    },
    async clear(clusterId, operation, objects) {
      for (const { kind, id } of objects) {
        operationFailures.delete(keyOf(clusterId, operation, kind, id));
      }
    },
    list: async (id) =>
      operationFailures
        .where(({ clusterId }) => clusterId === id)
        .toSorted(
          (a, b) =>
            compareText(a.operation, b.operation) ||
            compareText(a.object.kind, b.object.kind) ||
            compareText(a.object.id, b.object.id),
        ),
  };
}

interface SampleKey {
  readonly clusterId: ClusterId;
  readonly resolution: CostResolution;
  readonly at: Instant;
}

interface FigureAmounts {
  readonly pendingPodMs: DurationMs;
  readonly savingMicroUsdPerHour: number;
  readonly reports: number;
}

export function memoryCost({
  costAccounts,
  costGaps,
  costReports,
  costSamples,
  figureSamples,
  nodeCostSpans,
}: MemoryTables): CostRepository {
  const add = (clusterId: ClusterId, resolution: CostResolution, sample: CostSample) => {
    const bucketMs = costResolutionMs[resolution];
    const at = Math.floor(sample.at / bucketMs) * bucketMs;
    const { nodePool, capacityType, instanceFamily, instanceType } = sample;
    const group = keyOf(nodePool, capacityType, instanceFamily, instanceType);
    const key = keyOf(clusterId, resolution, at, group);
    const row = costSamples.get(key);
    costSamples.set(key, {
      ...sample,
      clusterId,
      resolution,
      at,
      costNanoUsd: (row?.costNanoUsd ?? 0) + sample.costNanoUsd,
      nodeMs: (row?.nodeMs ?? 0) + sample.nodeMs,
      unpricedNodeMs: (row?.unpricedNodeMs ?? 0) + sample.unpricedNodeMs,
    });
  };
  const addFigures = (clusterId: ClusterId, time: Instant, amounts: FigureAmounts) => {
    for (const resolution of costResolutions) {
      const bucketMs = costResolutionMs[resolution];
      const at = Math.floor(time / bucketMs) * bucketMs;
      const key = keyOf(clusterId, resolution, at);
      const row = figureSamples.get(key);
      figureSamples.set(key, {
        clusterId,
        resolution,
        at,
        pendingPodMs: (row?.pendingPodMs ?? 0) + amounts.pendingPodMs,
        savingMicroUsdPerHour: (row?.savingMicroUsdPerHour ?? 0) + amounts.savingMicroUsdPerHour,
        reports: (row?.reports ?? 0) + amounts.reports,
      });
    }
  };
  return {
    accountedUntil: async (clusterId) => costAccounts.get(clusterId)?.accountedUntil ?? null,
    runningSpans: async (id) =>
      nodeCostSpans
        .where(({ clusterId, endedAt }) => clusterId === id && endedAt === null)
        .map(({ clusterId: _, endedAt: __, ...span }) => span),
    async add(clusterId, { period: { from, until, isFirst }, samples, pendingPods, spans }) {
      const account = costAccounts.get(clusterId);
      if (isFirst ? account !== null : account?.accountedUntil !== from) return false;
      const accountedFrom = account?.accountedFrom ?? from;
      costAccounts.set(clusterId, { clusterId, accountedFrom, accountedUntil: until });
      for (const sample of samples) {
        for (const resolution of costResolutions) add(clusterId, resolution, sample);
      }
      for (const { at, pendingPodMs } of pendingPods) {
        addFigures(clusterId, at, { pendingPodMs, savingMicroUsdPerHour: 0, reports: 0 });
      }
      for (const { nodeUid, startedAt, endedAt } of spans.ended) {
        const key = keyOf(clusterId, nodeUid, startedAt);
        const span = nodeCostSpans.get(key);
        if (span !== null) nodeCostSpans.set(key, { ...span, endedAt });
      }
      for (const span of spans.started) {
        nodeCostSpans.set(keyOf(clusterId, span.nodeUid, span.startedAt), { ...span, clusterId });
      }
      for (const gap of spans.gaps) {
        costGaps.set(keyOf(clusterId, gap.from), { ...gap, clusterId });
      }
      return true;
    },
    async saveReport(clusterId, asOf, report) {
      costReports.set(clusterId, { clusterId, asOf, report });
      const savingMicroUsdPerHour = possibleSavingOf(report);
      addFigures(clusterId, asOf, { pendingPodMs: 0, savingMicroUsdPerHour, reports: 1 });
    },
    async prune(id, now) {
      const isOld = ({ clusterId, resolution, at }: SampleKey) =>
        clusterId === id && at < now - costRetentionMs[resolution];
      costSamples.deleteWhere(isOld);
      figureSamples.deleteWhere(isOld);
      const before = now - costSpanRetentionMs;
      nodeCostSpans.deleteWhere(
        ({ clusterId, endedAt }) => clusterId === id && endedAt !== null && endedAt < before,
      );
      costGaps.deleteWhere(({ clusterId, until }) => clusterId === id && until < before);
    },
  };
}

const scopeKey = ({ accountId, region }: CatalogScope): string => keyOf(accountId, region);

export function memoryCatalog(tables: MemoryTables): CatalogRepository {
  const { catalogs, spotPrices, unavailableOfferings } = tables;
  return {
    facts: async (scope) => catalogs.get(scopeKey(scope)),
    lockFacts: async (scope) => catalogs.get(scopeKey(scope)),
    saveFacts: async (scope, facts) => catalogs.set(scopeKey(scope), facts),
    spotPrices: async (scope) => spotPrices.get(scopeKey(scope))?.prices ?? [],
    spotPricesAt: async (scope) => spotPrices.get(scopeKey(scope))?.fetchedAt ?? null,
    saveSpotPrices: async (scope, prices, fetchedAt) =>
      spotPrices.set(scopeKey(scope), { prices, fetchedAt }),
    unavailableOfferings: async (id, now) =>
      unavailableOfferings
        .where(({ clusterId, until }) => clusterId === id && until > now)
        .map(({ clusterId: _, ...offering }) => offering)
        .toSorted(
          (a, b) =>
            compareText(a.instanceType, b.instanceType) ||
            compareText(a.zone, b.zone) ||
            compareText(a.capacityType, b.capacityType) ||
            compareText(a.placementGroupId ?? '', b.placementGroupId ?? ''),
        ),
    async markUnavailable(clusterId, offerings, until) {
      for (const offering of offerings) {
        const { instanceType, zone, capacityType, placementGroupId = '' } = offering;
        const key = keyOf(clusterId, instanceType, zone, capacityType, placementGroupId);
        unavailableOfferings.set(key, {
          ...offering,
          clusterId,
          until,
        });
      }
    },
  };
}
