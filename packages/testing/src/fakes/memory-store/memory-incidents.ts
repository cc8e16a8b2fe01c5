import {
  type Incident,
  type IncidentFinding,
  type IncidentRepository,
  incidentFindingCodes,
  recentClaimsMs,
  recentNoticesMs,
  type SpendFacts,
  usualHours,
  usualSamples,
  usualSpendOf,
} from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import { toRecentClaim } from './memory-brakes.js';
import { byId } from './memory-table.js';
import type { MemoryTables, StoredFinding } from './memory-tables.js';

export function memoryIncidents(tables: MemoryTables): IncidentRepository {
  const { clusters, incidents, interruptions, nodeClaims } = tables;
  return {
    async records(now) {
      const claimsSince = now - recentClaimsMs;
      return clusters.all().map(({ id }) => ({
        clusterId: id,
        claims: nodeClaims
          .where(
            ({ clusterId, requestedAt, terminatedAt }) =>
              clusterId === id &&
              (requestedAt >= claimsSince || (terminatedAt ?? -1) >= claimsSince),
          )
          .toSorted(byId)
          .map(toRecentClaim),
        notices: interruptions
          .where(
            ({ clusterId, action, receivedAt }) =>
              clusterId === id && action !== 'None' && receivedAt > now - recentNoticesMs,
          )
          .toSorted((a, b) => a.receivedAt - b.receivedAt || byId(a, b))
          .map(({ instanceId, nodeName, nodePool, receivedAt, lostPods }) => ({
            instanceId,
            nodeName,
            nodePool,
            receivedAt,
            lostPods,
          })),
        findings: findingsOf(tables, id),
        spend: spendOf(tables, id, now),
      }));
    },
    listOpen: async () => incidents.where(({ endedAt }) => endedAt === null).toSorted(byId),
    async insert(incident) {
      const isOpen = (other: Incident): boolean =>
        other.endedAt === null &&
        other.clusterId === incident.clusterId &&
        other.kind === incident.kind &&
        other.object === incident.object;
      if (incidents.find(isOpen) !== null) return false;
      incidents.set(incident.id, incident);
      return true;
    },
    async save(incident) {
      if (incidents.get(incident.id)?.version !== incident.version) return null;
      const saved = { ...incident, version: incident.version + 1 };
      incidents.set(incident.id, saved);
      return saved;
    },
  };
}

function findingsOf(
  { findings, nodeClaims }: MemoryTables,
  id: ClusterId,
): readonly IncidentFinding[] {
  const poolOf = ({ object }: StoredFinding): string | null => {
    const [kind, name] = object.split('/');
    if (kind === 'NodePool') return name ?? null;
    return (
      nodeClaims
        .where((claim) => claim.clusterId === id && claim.name === name)
        .toSorted(byId)
        .at(-1)?.nodePool ?? null
    );
  };
  return findings
    .where(({ clusterId }) => clusterId === id)
    .flatMap((finding) => {
      const code = incidentFindingCodes.find((each) => each === finding.code);
      if (code === undefined) return [];
      const { object, message, remedy = null, firstSeenAt } = finding;
      return [{ code, object, message, remedy, nodePool: poolOf(finding), firstSeenAt }];
    });
}

function spendOf(
  { nodes, costAccounts, costSamples }: MemoryTables,
  id: ClusterId,
  now: Instant,
): SpendFacts {
  const currentMicroUsdPerHour = nodes
    .where(({ clusterId }) => clusterId === id)
    .reduce((sum, { priceMicroUsdPerHour }) => sum + (priceMicroUsdPerHour ?? 0), 0);
  const samples = usualSamples(costAccounts.get(id)?.accountedFrom ?? null, now);
  if (samples === null) return { currentMicroUsdPerHour, usual: null };
  const hours = usualHours(now);
  const rows = costSamples.where(
    ({ clusterId, resolution, at }) =>
      clusterId === id &&
      (samples.basis === 'Week'
        ? resolution === 'hour' && hours.includes(at)
        : resolution === samples.resolution && at >= samples.from && at < samples.until),
  );
  const buckets = [...Map.groupBy(rows, ({ at }) => at).values()];
  const costs = buckets.map((bucket) =>
    bucket.reduce((sum, { costNanoUsd }) => sum + costNanoUsd / 1_000, 0),
  );
  return { currentMicroUsdPerHour, usual: usualSpendOf(samples, costs) };
}
