import type { ClusterApi } from '../../api/cluster-api.js';
import { masked, toQuantities } from '../../quota/quota-amounts.js';
import { isInScope } from '../../quota/quota-scopes.js';
import { collectionsOf, usageOf } from '../../quota/quota-usage.js';
import { kinds } from '../../resources/kind.js';
import { type KubeObject, keyOf } from '../../resources/kube-object.js';
import { type Amounts, plus } from '../../resources/pod-resources.js';
import type { ResourceQuota } from '../../resources/types/cluster.js';
import type { Quantities } from '../../resources/types/common.js';
import type { Change } from '../../storage/change-log.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import { isFinished } from '../pods/pod-state.js';
import type { WorkQueue } from '../work-queue.js';

/**
 * Counts what the objects of a namespace use of its quotas: for new quotas, and when objects end.
 * New objects are counted where they are admitted.
 */
export class ResourceQuotaController {
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext) {
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
  }

  start(): void {
    for (const quota of this.#quotas()) this.#queue.add(keyOf(quota));
    this.#api.subscribe(kinds.resourceQuota, ({ before, after }) => {
      if (after !== null && before?.spec !== after.spec) this.#queue.add(keyOf(after));
    });
    this.#api.parts.store.subscribe((_collection, change) => this.#follow(change));
  }

  #quotas(): readonly ResourceQuota[] {
    return this.#api.list(kinds.resourceQuota);
  }

  #follow({ before, after }: Change): void {
    if (before === null || (after !== null && !endsLater(before, after))) return;
    const { namespace } = before.metadata;
    for (const quota of this.#quotas()) {
      if (quota.metadata.namespace !== namespace) continue;
      this.#queue.addSoon(keyOf(quota));
      if (after !== null) this.#queue.addAfter(keyOf(quota), stuckAfterMs(after));
    }
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const quota = this.#api.find(kinds.resourceQuota, namespace, name);
    if (quota === null) return;
    const hard = quota.spec?.hard ?? {};
    const used = this.#usedOf(quota, hard);
    this.#api.updateStatus(kinds.resourceQuota, quota, (current) => ({
      ...current,
      status: { hard, used },
    }));
  }

  #usedOf(quota: ResourceQuota, hard: Quantities): Quantities {
    const names = Object.keys(hard);
    const now = this.#api.now();
    const { store } = this.#api.parts;
    let used: Amounts = Object.fromEntries(names.map((name) => [name, 0]));
    for (const collection of collectionsOf(names)) {
      for (const object of store.collection(collection).list()) {
        if (object.metadata.namespace !== quota.metadata.namespace) continue;
        if (!isInScope(quota, object)) continue;
        used = plus(used, masked(usageOf(collection, object, now), names));
      }
    }
    return toQuantities(used);
  }
}

/** Returns true for a pod that has just finished, or that is to be deleted. */
function endsLater(before: KubeObject, after: KubeObject): boolean {
  if (!kinds.pod.is(before) || !kinds.pod.is(after)) return false;
  const isMarked =
    before.metadata.deletionTimestamp === undefined &&
    after.metadata.deletionTimestamp !== undefined;
  return isMarked || isFinished(before.status?.phase) !== isFinished(after.status?.phase);
}

/** Time after which a deleted pod that is still there no longer counts: twice its grace period. */
function stuckAfterMs({ metadata }: KubeObject): number {
  return (metadata.deletionGracePeriodSeconds ?? 0) * 2_000 + 1_000;
}
