import type { LabeledPodRow, NodeRow, Store } from '@kerf/application';
import { aCluster, aNodeRow, aPodRow } from '@kerf/testing';

export const largeCluster = { id: 'clu_large', name: 'large-prod-use1' } as const;

export interface FleetSize {
  readonly nodes: number;
  readonly pods: number;
}

/** Rows per statement; Postgres limits a statement to 1 GB. */
const chunk = 5_000;

/** One cluster of many nodes and pods, as the worker writes it; for benches. */
export async function storeLargeFleet(store: Store, { nodes, pods }: FleetSize): Promise<void> {
  await store.clusters.insert(aCluster(largeCluster));
  const { id: clusterId } = largeCluster;
  for (const [from, to] of chunksOf(nodes)) {
    await store.readModel.applyNodes(clusterId, rows(from, to, toNode), []);
  }
  for (const [from, to] of chunksOf(pods)) {
    await store.readModel.applyPods(
      clusterId,
      rows(from, to, (index) => toPod(index, nodes)),
      [],
    );
  }
}

const nameOf = (index: number): string =>
  `ip-10-${Math.floor(index / 65_536)}-${Math.floor(index / 256) % 256}-${index % 256}.ec2.internal`;

const toNode = (index: number): NodeRow =>
  aNodeRow({
    clusterId: largeCluster.id,
    name: nameOf(index),
    providerId: `aws:///us-east-1${'abc'[index % 3]}/i-${index.toString(16).padStart(17, '0')}`,
    nodePool: `pool-${index % 12}`,
    nodeClaimId: null,
    zone: `us-east-1${'abc'[index % 3]}`,
    priceMicroUsdPerHour: 40_000 + (index % 50) * 1_000,
    podCount: 20,
  });

const toPod = (index: number, nodes: number): LabeledPodRow =>
  aPodRow({
    clusterId: largeCluster.id,
    uid: `pod-${index}`,
    name: `web-${index}`,
    phase: 'Bound',
    nodeName: nameOf(index % nodes),
  });

const rows = <Row>(from: number, to: number, make: (index: number) => Row): readonly Row[] =>
  Array.from({ length: to - from }, (_, offset) => make(from + offset));

const chunksOf = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: Math.ceil(count / chunk) }, (_, index) => [
    index * chunk,
    Math.min(count, (index + 1) * chunk),
  ]);
