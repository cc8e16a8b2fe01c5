import type {
  CostDimension,
  CostSeries,
  FleetEvent,
  QueryCostSeriesArgs,
  QueryFleetEventsArgs,
  QueryInterruptionsArgs,
} from '../generated/schema.js';
import { iso } from '../world/clusters.js';
import type { World } from '../world/world.js';
import { toConnection } from './connection.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Root fields about what was: costs, events, warnings. */
export function createHistoryQueries(world: World, clock: () => number) {
  return {
    interruptions: (args: QueryInterruptionsArgs) => {
      const { clusterId, kinds, outcomes, nodeClaimId, receivedFrom } = args.filter ?? {};
      const rows = world.interruptions
        .filter((row) => !clusterId || row.clusterId === clusterId)
        .filter(({ kind }) => !kinds || kinds.includes(kind))
        .filter(({ outcome }) => !outcomes || outcomes.includes(outcome))
        .filter((row) => !nodeClaimId || row.nodeClaimId === nodeClaimId)
        .filter(({ receivedAt }) => !receivedFrom || receivedAt >= receivedFrom);
      return { ...toConnection(rows, args), asOf: iso(clock()) };
    },
    interruption: ({ id }: { readonly id: string }) =>
      world.interruptions.find((row) => row.id === id) ?? null,
    fleetEvents: (args: QueryFleetEventsArgs) => eventsOf(world, args),
    costSeries: (args: QueryCostSeriesArgs) => seriesOf(world, args, clock()),
    costMonth: () => monthOf(world, clock()),
    savings: () => [
      {
        kind: 'CONSOLIDATE',
        decisions: 3,
        promised: '410000',
        achieved: '385000',
        unpricedDecisions: 1,
        saved: '5120000',
      },
      {
        kind: 'EMPTY',
        decisions: 9,
        promised: '1200000',
        achieved: '1200000',
        unpricedDecisions: 0,
        saved: '18440000',
      },
    ],
  };
}

function eventsOf(world: World, args: QueryFleetEventsArgs): readonly FleetEvent[] {
  const { clusterId, from, to, decisionEvents, first } = args;
  const ofDecisions = world.decisions.flatMap((decision) =>
    decision.events.map(
      ({ at, kind, actor }): FleetEvent => ({
        at,
        clusterId: decision.clusterId,
        clusterName: decision.clusterName,
        nodePools: decision.nodePools,
        decisionId: decision.id,
        decisionKind: decision.kind,
        decisionEvent: kind,
        actor,
        interruptionId: null,
        interruptionKind: null,
        nodeName: null,
        decisionOutcome: decision.outcome,
        nodeCount: decision.nodeCount,
        podCount: decision.podCount,
        costChange: decision.costChange ?? null,
      }),
    ),
  );
  const ofCloud = world.interruptions.map(
    (row): FleetEvent => ({
      at: row.receivedAt,
      clusterId: row.clusterId,
      clusterName: row.clusterName,
      nodePools: row.nodePool === null || row.nodePool === undefined ? [] : [row.nodePool],
      decisionId: row.decisionId ?? null,
      decisionKind: null,
      decisionEvent: null,
      actor: null,
      interruptionId: row.id,
      interruptionKind: row.kind,
      nodeName: row.nodeName ?? null,
      decisionOutcome: null,
      nodeCount: 1,
      podCount: row.podCount,
      costChange: null,
    }),
  );
  return [...ofDecisions, ...ofCloud]
    .filter((event) => !clusterId || event.clusterId === clusterId)
    .filter((event) => (!from || event.at >= from) && (!to || event.at < to))
    .filter(
      ({ decisionEvent }) =>
        !decisionEvents || !decisionEvent || decisionEvents.includes(decisionEvent),
    )
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, first);
}

function seriesOf(world: World, args: QueryCostSeriesArgs, now: number): CostSeries {
  const from = Date.parse(args.from);
  const to = Math.min(Date.parse(args.to), now);
  const bucketMs = bucketOf(to - from);
  const first = Math.floor(from / bucketMs) * bucketMs;
  const count = Math.ceil((to - first) / bucketMs);
  const buckets = Array.from({ length: count }, (_, index) => first + index * bucketMs);
  const groups = [...pricesBy(world, args)].map(([key, { label, microUsd }], place) => {
    const costs = buckets.map((at) => {
      const wave = 1 + 0.25 * Math.sin((at / dayMs) * 2 * Math.PI + place);
      return Math.round((microUsd * wave * bucketMs) / hourMs);
    });
    return {
      key,
      label,
      costs: costs.map(String),
      rates: costs.map((cost) => String(Math.round((cost * hourMs) / bucketMs))),
      total: String(costs.reduce((a, b) => a + b, 0)),
    };
  });
  groups.sort((a, b) => Number(b.total) - Number(a.total));
  return {
    resolution: bucketMs === dayMs ? 'DAY' : bucketMs === hourMs ? 'HOUR' : 'MINUTE',
    bucketMs,
    buckets: buckets.map(iso),
    measuredMs: buckets.map((at) => Math.min(bucketMs, to - at)),
    groups,
    total: String(groups.reduce((sum, { total }) => sum + Number(total), 0)),
    unpricedNodeHours: 0,
    asOf: iso(now),
  };
}

function bucketOf(lengthMs: number): number {
  if (lengthMs <= dayMs) return minuteMs;
  return lengthMs <= 62 * dayMs ? hourMs : dayMs;
}

function pricesBy(world: World, { by, filter }: QueryCostSeriesArgs) {
  const groups = new Map<string, { label: string; microUsd: number }>();
  for (const node of [...world.nodes.values()].flat()) {
    if (filter?.clusterId && node.clusterId !== filter.clusterId) continue;
    if (filter?.nodePools && !filter.nodePools.includes(node.nodePool ?? '')) continue;
    const key = keyOf(by, node);
    const name = world.clusters.find(({ id }) => id === key)?.name;
    const group = groups.get(key) ?? { label: name ?? key, microUsd: 0 };
    group.microUsd += Number(node.price ?? 0);
    groups.set(key, group);
  }
  return groups;
}

interface PricedNode {
  readonly clusterId: string;
  readonly nodePool?: string | null;
  readonly capacityType?: string | null;
  readonly instanceType?: string | null;
}

function keyOf(by: CostDimension, node: PricedNode): string {
  switch (by) {
    case 'CLUSTER':
      return node.clusterId;
    case 'NODE_POOL':
      return node.nodePool ?? '';
    case 'CAPACITY_TYPE':
      return (node.capacityType ?? '').toLowerCase().replace('_', '-');
    default:
      return (node.instanceType ?? '').split('.')[0] ?? '';
  }
}

function monthOf(world: World, now: number) {
  const date = new Date(now);
  const from = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  const recent = [...world.nodes.values()]
    .flat()
    .reduce((sum, { price }) => sum + Number(price ?? 0), 0);
  const cost = Math.round((recent * (now - from)) / hourMs);
  return {
    from: iso(from),
    to: iso(to),
    knownFrom: null,
    cost: String(cost),
    recent: String(recent),
    forecast: String(Math.round(cost + (recent * (to - now)) / hourMs)),
  };
}
