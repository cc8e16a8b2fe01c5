import { type ClusterId, type DurationMs, type Instant, labelKeys } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { CostMeter, type MeteredNode } from '../domain/cost/cost-meter.js';
import { type CostedNode, CostSpanTracker } from '../domain/cost/node-cost-span.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { priceLookup } from '../snapshot/price-lookup.js';
import { offeringOf } from '../snapshot/snapshot-nodes.js';

type RecordPorts = Pick<Ports, 'store' | 'cache'>;

/** Maximum delay of costs on pages, and of the period that is measured again after a crash. */
const writeEveryMs: DurationMs = 15_000;
/** Prices are read from AWS every few minutes, but for the first time soon after the start. */
const readPricesEveryMs: DurationMs = 60_000;
const readFirstPricesEveryMs: DurationMs = 5_000;
const pruneEveryMs: DurationMs = 3_600_000;

/** The measurements of a cluster since its last written period. */
interface Account {
  readonly meter: CostMeter;
  readonly spans: CostSpanTracker;
}

/**
 * Records what a cluster's nodes cost, from when until when each ran at which price, and how many pods
 * are pending. Call `measure` once a second; every 15 s the sums and spans are written together with the end of their
 * period. After a crash the next recorder continues from there, with
 * the nodes that it finds.
 */
export class CostRecorder {
  readonly #ports: RecordPorts;
  readonly #clusterId: ClusterId;
  #account: Account | null = null;
  #prices: { readonly priceOf: PriceLookup; readonly until: Instant } | null = null;
  #writtenAt: Instant = -Infinity;
  #prunedAt: Instant = -Infinity;

  constructor(ports: RecordPorts, clusterId: ClusterId) {
    this.#ports = ports;
    this.#clusterId = clusterId;
  }

  /**
   * Measures the costs up to now, and writes them when due.
   * @param now time up to which the cluster cache is known to be current
   */
  async measure(now: Instant): Promise<void> {
    const { store, cache } = this.#ports;
    this.#account ??= await this.#openAccount();
    const { meter, spans } = this.#account;
    const priceOf = await this.#priceOf(now);
    const view = cache.view(this.#clusterId);
    const nodes = view.nodes.map((node) => toMetered(node, priceOf));
    const period = meter.measure({ nodes, pendingPods: view.pendingPods.length }, now);
    if (period !== null) spans.follow(nodes, period);
    if (now - this.#writtenAt < writeEveryMs) return;
    await this.#write(this.#account);
    this.#writtenAt = now;
    if (now - this.#prunedAt < pruneEveryMs) return;
    await store.cost.prune(this.#clusterId, now);
    this.#prunedAt = now;
  }

  async #openAccount(): Promise<Account> {
    const { cost } = this.#ports.store;
    return {
      meter: new CostMeter(await cost.accountedUntil(this.#clusterId)),
      spans: new CostSpanTracker(await cost.runningSpans(this.#clusterId)),
    };
  }

  async #write(account: Account): Promise<void> {
    const taken = account.meter.take();
    if (taken === null) return;
    // If writing fails, these sums are lost: the next account starts at the end of the stored period.
    this.#account = null;
    const measured = { ...taken, spans: account.spans.take() };
    const isWritten = await this.#ports.store.transaction((tx) =>
      tx.cost.add(this.#clusterId, measured),
    );
    // Otherwise another recorder has already written this period.
    if (isWritten) this.#account = account;
  }

  async #priceOf(now: Instant): Promise<PriceLookup> {
    const known = this.#prices;
    if (known !== null && now < known.until) return known.priceOf;
    const { store } = this.#ports;
    const cluster = await requireCluster(store, this.#clusterId);
    const scope = { accountId: cluster.facts?.accountId ?? '', region: cluster.region };
    const facts = await store.catalog.facts(scope);
    const spotPrices = await store.catalog.spotPrices(scope);
    const isComplete = (facts?.onDemandPricesAt ?? null) !== null && spotPrices.length > 0;
    const priceOf = priceLookup(facts, spotPrices);
    this.#prices = {
      priceOf,
      until: now + (isComplete ? readPricesEveryMs : readFirstPricesEveryMs),
    };
    return priceOf;
  }
}

function toMetered(
  { uid, name, providerId, labels, createdAt }: CachedNode,
  priceOf: PriceLookup,
): MeteredNode & CostedNode {
  const offering = offeringOf(labels, priceOf);
  return {
    since: createdAt,
    nodeUid: uid,
    nodeName: name,
    providerId,
    nodePool: labels[labelKeys.nodePool] ?? '',
    instanceType: offering?.instanceType ?? '',
    capacityType: offering?.capacityType ?? '',
    zone: offering?.zone ?? '',
    instanceFamily: offering?.instanceType.split('.')[0] ?? '',
    priceMicroUsdPerHour: offering?.priceMicroUsdPerHour ?? null,
  };
}
