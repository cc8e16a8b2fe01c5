import { isObject } from '../../kubernetes/json/json.js';
import { kinds } from '../../kubernetes/resources/kind.js';
import type { CancelTimer } from '../../world/time/sandbox-clock.js';
import type { World } from '../../world/world.js';
import {
  type GroupSizes,
  groupSizes,
  type NodeGroupSite,
  refillNodeGroups,
} from '../setup/node-groups.js';
import { replicasAt, workloadRunsAt } from './daily-load.js';
import { type ClusterLoad, loadByCluster } from './load-plans.js';
import { recurringWorkloadLabel, recurringWorkloadObjects } from './recurring-workload-objects.js';

/** Real time between two updates. */
const pollEveryMs = 5_000;

const noLoad: ClusterLoad = { curves: {}, recurringWorkloads: [] };

/**
 * Updates the workloads of each cluster to the load of the simulated day, as autoscalers and
 * pipelines would. It sets the state for the current time and keeps none of its own, so a restart
 * needs no special handling.
 */
export class LoadSimulator {
  readonly #world: World;
  readonly #clusters: readonly NodeGroupSite[];
  readonly #onBug: (error: unknown, where: string) => void;

  /** Ratio to the usual load, by cluster name. */
  readonly #demand = new Map<string, number>();
  #next: CancelTimer | null = null;

  constructor(
    world: World,
    clusters: readonly NodeGroupSite[],
    onBug: (error: unknown, where: string) => void,
  ) {
    this.#world = world;
    this.#clusters = clusters;
    this.#onBug = onBug;
  }

  start(): void {
    this.#next = this.#world.timers.at(this.#world.timers.now() + pollEveryMs, () => {
      const sizes = groupSizes(this.#world);
      for (const site of this.#clusters) this.#updateCluster(site, sizes);
      this.start();
    });
  }

  stop(): void {
    this.#next?.();
  }

  /** Sets the ratio of a cluster to its usual load, also while the day is paused. */
  setDemand(clusterName: string, ratio: number): void {
    this.#demand.set(clusterName, ratio);
    for (const site of this.#clusters) {
      if (site.plan.name === clusterName) this.#attempt(site, () => this.#updateWorkloads(site));
    }
  }

  #updateCluster(site: NodeGroupSite, sizes: GroupSizes): void {
    this.#attempt(site, () => {
      refillNodeGroups(this.#world, site, sizes);
      // Manual changes are kept while the day is paused.
      if (this.#world.day.speed > 0) this.#updateWorkloads(site);
    });
  }

  /**
   * Errors are reported and the update is repeated, because a cluster may refuse writes for a
   * while, e.g. in a namespace that is being deleted.
   */
  #attempt(site: NodeGroupSite, task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#onBug(error, `load of ${site.plan.name}`);
    }
  }

  #updateWorkloads(site: NodeGroupSite): void {
    const load = loadByCluster[site.plan.name] ?? noLoad;
    this.#scaleDeployments(site, load);
    this.#updateRecurringWorkloads(site, load);
  }

  #scaleDeployments({ plan, cluster }: NodeGroupSite, { curves }: ClusterLoad): void {
    const demand = this.#demand.get(plan.name) ?? 1;
    const { day, state } = this.#world;
    for (const { namespace, name, replicas: maxReplicas } of plan.deployments) {
      const curve = curves[name];
      if (curve === undefined) continue;
      const usual = replicasAt({ name, replicas: maxReplicas, curve }, day.now(), state.seed);
      const replicas = Math.max(1, Math.round(usual * demand));
      const deployment = cluster.api.find(kinds.deployment, namespace, name);
      if (deployment === null || deployment.spec.replicas === replicas) continue;
      cluster.api.update(kinds.deployment, deployment, (current) => ({
        ...current,
        spec: { ...current.spec, replicas },
      }));
    }
  }

  #updateRecurringWorkloads(
    { cluster }: NodeGroupSite,
    { recurringWorkloads: plans }: ClusterLoad,
  ): void {
    const { day, state, timers } = this.#world;
    const runs = plans.flatMap((plan) => workloadRunsAt(plan, day.now(), state.seed));
    const runNames = new Set(runs.map(({ name }) => name));
    const present = [...cluster.api.list(kinds.job), ...cluster.api.list(kinds.statefulSet)].filter(
      ({ metadata }) => metadata.labels?.[recurringWorkloadLabel] !== undefined,
    );
    for (const workload of present) {
      const isTerminating = workload.metadata.deletionTimestamp !== undefined;
      if (runNames.has(workload.metadata.name) || isTerminating) continue;
      cluster.api.delete(workload, { propagationPolicy: 'Background' });
    }
    const presentNames = new Set(present.map(({ metadata }) => metadata.name));
    const speeds = { day: day.speed, machines: timers.speed };
    for (const run of runs) {
      if (!presentNames.has(run.name))
        cluster.apply(recurringWorkloadObjects(run, speeds).filter(isObject));
    }
  }
}
