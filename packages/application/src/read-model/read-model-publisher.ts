import type { ClusterId } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { NodeBlockers } from '../domain/decision/node-blockers.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { NodeRow } from '../domain/read-model/rows.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { CacheChanges, CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { priceLookup } from '../snapshot/price-lookup.js';
import { toJoiningRow, toNodeRow, toPodRow } from './to-rows.js';

type PublishPorts = Pick<Ports, 'store' | 'memory' | 'cache'>;

/**
 * Keeps the read model of one cluster in sync with its cluster cache. Remembers what it wrote, so
 * that a tick writes only the changes.
 */
export class ReadModelPublisher {
  readonly #ports: PublishPorts;
  readonly #clusterId: ClusterId;
  /** Each node row as last written, as JSON without its time. */
  readonly #written = new Map<string, string>();
  #moving: ReadonlyMap<string, NodeClaim> = new Map();
  #blockers: ReadonlyMap<string, NodeBlockers> = new Map();
  #prices: readonly unknown[] = [];

  constructor(ports: PublishPorts, clusterId: ClusterId) {
    this.#ports = ports;
    this.#clusterId = clusterId;
  }

  /** True if rows differ because of a pass for disruption, which changes no row of the database. */
  get isOutdated(): boolean {
    return this.#ports.memory.plans.blockers(this.#clusterId).blockers !== this.#blockers;
  }

  async publish(changes: CacheChanges): Promise<void> {
    try {
      await this.#publish(changes);
    } catch (error) {
      // The state of the database is unknown: the next list writes all rows.
      this.#written.clear();
      throw error;
    }
  }

  async #publish(changes: CacheChanges): Promise<void> {
    const { store, cache } = this.#ports;
    const view = cache.view(this.#clusterId);
    const moving = await this.#loadMoving();
    const { priceOf, pricesChanged } = await this.#loadPrices();
    const nodes = this.#nodesToWrite(view, changes, moving, pricesChanged);
    const context = {
      clusterId: this.#clusterId,
      asOf: changes.asOf,
      priceOf,
      movingClaims: moving,
      blockers: this.#blockers,
      foreignPools: new Set(view.foreignNodePools.map(({ name }) => name)),
    };
    const joined = new Set(view.nodes.map(({ providerId }) => providerId));
    const joining = [...moving.values()].filter(
      ({ instance }) => instance !== null && !joined.has(instance.providerId),
    );
    const rows: NodeRow[] = [];
    for (const some of slices(nodes)) {
      const providerIds = some.flatMap(({ providerId }) => providerId ?? []);
      const claimIds = await store.nodeClaims.idsByProviderId(this.#clusterId, providerIds);
      rows.push(...this.#changed(some.map((node) => toNodeRow(node, { ...context, claimIds }))));
    }
    rows.push(...this.#changed(joining.flatMap((claim) => toJoiningRow(claim, context))));
    const present = new Set([
      ...view.nodes.map(({ name }) => name),
      ...joining.map(({ name }) => name),
    ]);
    await this.#write(view, changes, { rows, present });
    this.#moving = moving;
  }

  /** Returns the rows that differ from those last written. */
  #changed(rows: readonly NodeRow[]): readonly NodeRow[] {
    return rows.filter((row) => {
      const text = JSON.stringify({ ...row, asOf: null });
      const isNew = this.#written.get(row.name) !== text;
      this.#written.set(row.name, text);
      return isNew;
    });
  }

  async #write(
    view: ClusterView,
    changes: CacheChanges,
    nodes: { readonly rows: readonly NodeRow[]; readonly present: ReadonlySet<string> },
  ): Promise<void> {
    const { rows, present } = nodes;
    const gone = [...this.#written.keys()].filter((name) => !present.has(name));
    for (const name of gone) this.#written.delete(name);
    const { pods, asOf } = changes;
    await this.#ports.store.transaction(async (tx) => {
      const { readModel } = tx;
      const id = this.#clusterId;
      if (changes.relisted) {
        await readModel.retainOnly(id, {
          nodeNames: [...present],
          podUids: [
            ...view.pendingPods.map(({ pod }) => pod.uid),
            ...view.nodes.flatMap((node) => node.pods.map(({ uid }) => uid)),
          ],
        });
      }
      await readModel.applyNodes(id, [], gone);
      for (const some of slices(rows)) await readModel.applyNodes(id, some, []);
      await readModel.applyPods(id, [], pods.gone);
      for (const some of slices(pods.changed)) {
        await readModel.applyPods(
          id,
          some.map((pod) => toPodRow(pod, id, asOf)),
          [],
        );
      }
      const version = asOf;
      if (rows.length + gone.length > 0) {
        await tx.changes.publish({ topic: 'nodes', clusterId: id, id: null, version });
      }
      if (pods.changed.length + pods.gone.length > 0) {
        await tx.changes.publish({ topic: 'pods', clusterId: id, id: null, version });
      }
    });
  }

  #nodesToWrite(
    view: ClusterView,
    changes: CacheChanges,
    moving: ReadonlyMap<string, NodeClaim>,
    pricesChanged: boolean,
  ): readonly CachedNode[] {
    const { blockers } = this.#ports.memory.plans.blockers(this.#clusterId);
    const blockersChanged = blockers !== this.#blockers;
    this.#blockers = blockers;
    if (changes.relisted || pricesChanged || blockersChanged) return view.nodes;
    const providerIds = new Set(
      [...moving.values(), ...this.#moving.values()].map(({ instance }) => instance?.providerId),
    );
    const names = new Set(changes.nodes.changed.map(({ name }) => name));
    return view.nodes.filter(
      ({ name, providerId }) =>
        names.has(name) || (providerId !== null && providerIds.has(providerId)),
    );
  }

  async #loadMoving(): Promise<ReadonlyMap<string, NodeClaim>> {
    const claims = await this.#ports.store.nodeClaims.inStates(this.#clusterId, [
      'Launched',
      'Registered',
      'Terminating',
    ]);
    return new Map(claims.map((claim) => [claim.id, claim]));
  }

  async #loadPrices(): Promise<{
    readonly priceOf: PriceLookup;
    readonly pricesChanged: boolean;
  }> {
    const { store } = this.#ports;
    const cluster = await requireCluster(store, this.#clusterId);
    const scope = { accountId: cluster.facts?.accountId ?? '', region: cluster.region };
    const catalog = await store.catalog.facts(scope);
    const spotPrices = await store.catalog.spotPrices(scope);
    const prices = [catalog, spotPrices];
    const pricesChanged = prices.some((price, index) => price !== this.#prices[index]);
    this.#prices = prices;
    return { priceOf: priceLookup(catalog, spotPrices), pricesChanged };
  }
}

/** Rows of one statement: writing those of a whole cluster at once would block the process. */
const sliceSize = 500;

function* slices<Row>(rows: readonly Row[]): Generator<readonly Row[], void, void> {
  for (let from = 0; from < rows.length; from += sliceSize) {
    yield rows.slice(from, from + sliceSize);
  }
}
