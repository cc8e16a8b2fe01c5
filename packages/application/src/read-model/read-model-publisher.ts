import type { ClusterId } from '@kerf/core';
import type { NodeBlockers } from '../domain/decision/node-blockers.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { CacheChanges, CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { priceLookup } from '../snapshot/price-lookup.js';
import { requireCluster } from '../snapshot/require-cluster.js';
import { type RowContext, toJoiningRow, toNodeRow, toPodRow } from './to-rows.js';

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

  async publish(changes: CacheChanges): Promise<void> {
    const { store, cache } = this.#ports;
    const view = cache.view(this.#clusterId);
    const moving = await this.#loadMoving();
    const { priceOf, pricesChanged } = await this.#loadPrices();
    const nodes = this.#nodesToWrite(view, changes, moving, pricesChanged);
    const context: RowContext = {
      clusterId: this.#clusterId,
      asOf: changes.asOf,
      priceOf,
      claimIds: await store.nodeClaims.idsByProviderId(
        this.#clusterId,
        nodes.flatMap(({ providerId }) => (providerId === null ? [] : [providerId])),
      ),
      movingClaims: moving,
      blockers: this.#blockers,
      foreignPools: new Set(view.foreignNodePools.map(({ name }) => name)),
    };
    await this.#write(view, changes, nodes, context);
    this.#moving = moving;
  }

  async #write(
    view: ClusterView,
    changes: CacheChanges,
    nodes: readonly CachedNode[],
    context: RowContext,
  ): Promise<void> {
    const joined = new Set(view.nodes.map(({ providerId }) => providerId));
    const joining = [...context.movingClaims.values()].filter(
      ({ instance }) => instance !== null && !joined.has(instance.providerId),
    );
    const rows = [
      ...nodes.map((node) => toNodeRow(node, context)),
      ...joining.flatMap((claim) => toJoiningRow(claim, context)),
    ];
    const present = new Set([
      ...view.nodes.map(({ name }) => name),
      ...joining.map(({ name }) => name),
    ]);
    const gone = [...this.#written.keys()].filter((name) => !present.has(name));
    const changed = rows.filter((row) => {
      const text = JSON.stringify({ ...row, asOf: null });
      const isNew = this.#written.get(row.name) !== text;
      this.#written.set(row.name, text);
      return isNew;
    });
    for (const name of gone) this.#written.delete(name);
    const pods = changes.pods.changed.map((pod) => toPodRow(pod, this.#clusterId, changes.asOf));
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
      await readModel.applyNodes(id, changed, gone);
      await readModel.applyPods(id, pods, changes.pods.gone);
      const version = changes.asOf;
      if (changed.length + gone.length > 0) {
        await tx.changes.publish({ topic: 'nodes', clusterId: id, id: null, version });
      }
      if (pods.length + changes.pods.gone.length > 0) {
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
    const { blockers } = this.#ports.memory.blockers(this.#clusterId);
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
