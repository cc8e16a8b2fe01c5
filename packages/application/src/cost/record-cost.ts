import { type ClusterId, type DurationMs, type Instant, labelKeys } from '@kerf/core';
import { CostMeter, type MeteredNode } from '../domain/cost/cost-meter.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { priceLookup } from '../snapshot/price-lookup.js';
import { requireCluster } from '../snapshot/require-cluster.js';
import { offeringOf } from '../snapshot/snapshot-nodes.js';

type RecordPorts = Pick<Ports, 'store' | 'cache'>;

/** So much of a cost may be late on a page, and is measured again after a crash. */
const writeEveryMs: DurationMs = 15_000;
const pruneEveryMs: DurationMs = 3_600_000;

/**
 * Keeps the account of what a cluster's nodes cost. Told once a second, it remembers what has come
 * together and writes it down now and then, with the time up to which it holds: after a crash the
 * next recorder goes on from there, with the nodes that it finds.
 */
export class CostRecorder {
  readonly #ports: RecordPorts;
  readonly #clusterId: ClusterId;
  #meter: CostMeter | null = null;
  #writtenAt: Instant = -Infinity;
  #prunedAt: Instant = -Infinity;

  constructor(ports: RecordPorts, clusterId: ClusterId) {
    this.#ports = ports;
    this.#clusterId = clusterId;
  }

  /** @param now up to when the mirror is known to be true */
  async look(now: Instant): Promise<void> {
    const { store, cache } = this.#ports;
    this.#meter ??= new CostMeter(await store.cost.accountedUntil(this.#clusterId));
    const priceOf = await this.#prices();
    const { nodes } = cache.view(this.#clusterId);
    this.#meter.look(
      nodes.map((node) => toMetered(node, priceOf)),
      now,
    );
    if (now - this.#writtenAt < writeEveryMs) return;
    await this.#write(this.#meter);
    this.#writtenAt = now;
    if (now - this.#prunedAt < pruneEveryMs) return;
    await store.cost.prune(this.#clusterId, now);
    this.#prunedAt = now;
  }

  async #write(meter: CostMeter): Promise<void> {
    const taken = meter.take();
    if (taken === null) return;
    // Lost when this fails: the next meter begins where the account in the ledger stands.
    this.#meter = null;
    const isWritten = await this.#ports.store.transaction((tx) =>
      tx.cost.add(this.#clusterId, taken.period, taken.samples),
    );
    // Somebody else wrote meanwhile: what was measured here is theirs already.
    if (isWritten) this.#meter = meter;
  }

  async #prices(): Promise<PriceLookup> {
    const { store } = this.#ports;
    const cluster = await requireCluster(store, this.#clusterId);
    const scope = { accountId: cluster.facts?.accountId ?? '', region: cluster.region };
    return priceLookup(await store.catalog.facts(scope), await store.catalog.spotPrices(scope));
  }
}

function toMetered({ labels, createdAt }: CachedNode, priceOf: PriceLookup): MeteredNode {
  const offering = offeringOf(labels, priceOf);
  return {
    since: createdAt,
    nodePool: labels[labelKeys.nodePool] ?? '',
    capacityType: offering?.capacityType ?? '',
    instanceFamily: offering?.instanceType.split('.')[0] ?? '',
    priceMicroUsdPerHour: offering?.priceMicroUsdPerHour ?? null,
  };
}
