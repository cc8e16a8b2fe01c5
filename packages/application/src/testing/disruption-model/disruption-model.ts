import { type Instant, invariant } from '@kerf/core';
import { type ClusterMode, type Pod, pauseExtents } from '@kerf/engine';
import { aPod, aPodDisruptionBudget, Dice, fakeInstanceTypes, podsWith } from '@kerf/testing';
import { approveDecision, rejectDecision } from '../../approvals/decide.js';
import { releasePause, setPause } from '../../brakes/set-pause.js';
import { updateCluster } from '../../clusters/update-cluster.js';
import { resolveNodeClasses } from '../../definitions/resolve-node-class.js';
import { defaultClusterSettings } from '../../domain/cluster/cluster.js';
import { ada, type ClusterSetup, setUpCluster } from '../set-up-cluster.js';
import { countDisruptions } from './count-disruptions.js';
import { Invariants } from './invariants.js';
import { ModelPools } from './model-pools.js';
import { ModelWorker } from './model-worker.js';
import { unrestOf } from './unrest.js';

const apps = ['web', 'api', 'job'] as const;
const milliCpus = [200, 500, 900, 1_700, 3_500, 6_000] as const;
const memoriesMib = [256, 1_024, 4_096] as const;
const maxPods = 24;
/** Most decisions on one node while nothing but Kerf changes the cluster. */
const maxDecisionsAtRest = 20;
/** Simulated time within which everything must come to rest. */
const restsWithinSeconds = 3_600;

type Action = readonly [weight: number, name: string, act: () => unknown];

/** Steps of a model run, and the violations that it found. */
export interface ModelRun {
  readonly steps: number;
  /** See {@link countDisruptions}. */
  readonly decisions: Readonly<Record<string, number>>;
  /** The first violation, with the last actions before it; `null` if there was none. */
  readonly violation: string | null;
}

/**
 * Runs random actions of users, workloads, the cloud and the clock against a worker, with kills and
 * failures, and checks after each what must always be true of disruption. At the end all
 * interference stops: then the cluster must come to rest.
 * @param seed equal seeds give equal runs
 */
export async function runDisruptionModel(seed: number, steps: number): Promise<ModelRun> {
  const model = await DisruptionModel.start(seed);
  for (let step = 1; step <= steps; step += 1) {
    const problem = await model.step();
    if (problem !== null) return model.result(step, `step ${step} of seed ${seed}: ${problem}`);
  }
  const unrest = await model.rest();
  return model.result(steps, unrest === null ? null : `end of seed ${seed}: ${unrest}`);
}

class DisruptionModel {
  readonly #setup: ClusterSetup;
  readonly #dice: Dice;
  readonly #worker: ModelWorker;
  readonly #pools: ModelPools;
  readonly #invariants: Invariants;
  readonly #actions: readonly Action[];
  readonly #log: string[] = [];
  /** When EC2 terminates interrupted instances, by ID. */
  readonly #endsAt = new Map<string, Instant>();
  /** An evaluation that was not requested. */
  #overlooked: string | null = null;
  /** Problems between two of the jobs of one step. */
  #problemOfJobs: string | null = null;
  #pods = 0;
  #images = 0;
  #warnings = 0;
  #lastCheckAt = 0;
  /** If true, instances that shut down do not end. */
  #areShutdownsSlow = false;
  /** If true, instances run without joining the cluster. */
  #joinsNoNodes = false;

  private constructor(setup: ClusterSetup, dice: Dice) {
    this.#setup = setup;
    this.#dice = dice;
    this.#worker = new ModelWorker(setup, dice);
    this.#pools = new ModelPools(setup, dice);
    this.#invariants = new Invariants(setup, this.#pools);
    this.#actions = this.#createActions();
  }

  static async start(seed: number): Promise<DisruptionModel> {
    const dice = new Dice(seed);
    const setup = await setUpCluster({
      mode: dice.chance(0.7) ? 'auto' : 'approve',
      settings: {
        ...defaultClusterSettings,
        validationDelayMs: 2_000,
        approvalTtlMs: 120_000,
        rejectionHoldMs: 120_000,
        searchMs: 0,
        nodeRepair: true,
        terminateFirstDrift: true,
        terminateFirstRepair: true,
        maxReplacements: dice.pick([1, 6]),
      },
    });
    setup.cluster.respawns = true;
    const model = new DisruptionModel(setup, dice);
    await model.#pools.start();
    return model;
  }

  /** @returns what is wrong after the step */
  async step(): Promise<string | null> {
    const total = this.#actions.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.#dice.next() * total;
    const action = this.#actions.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    invariant(action !== undefined, 'there is an action');
    const [, name, act] = action;
    this.#log.push(name);
    if (this.#log.length > 25) this.#log.shift();
    await act();
    await this.#checkEachMinute();
    return this.#problem();
  }

  /** Ends all interference, and waits until nothing changes any more. */
  async rest(): Promise<string | null> {
    const { cluster, cloud, clock } = this.#setup;
    this.#worker.interference.reset();
    cloud.exhausted.clear();
    cluster.podDisruptionBudgets = [];
    cluster.maxUnavailableByApp.clear();
    cluster.aheadMs = 0;
    cluster.protectedPods.clear();
    cluster.isSchedulerDown = false;
    cluster.areNodesStarting = false;
    this.#areShutdownsSlow = false;
    this.#joinsNoNodes = false;
    await this.#releasePauses();
    await this.#pools.release();
    for (const [name, { pods }] of cluster.nodes) {
      cluster.changeNode(name, {
        unhealthyConditions: [],
        pods: pods.map((pod) => ({ ...pod, doNotDisrupt: null })),
      });
    }
    await this.#setMode('auto');
    const before = this.#setup.store.tables.decisions.all().length;
    for (let second = 0; second < restsWithinSeconds; second += 1) {
      await this.#live();
      await this.#runDueJobs();
      await this.#checkEachMinute();
      const problem = this.#problem() ?? this.#repetition(before);
      if (problem !== null) return problem;
      // Rejections and marks of capacity have ended by then.
      if (second > 300 && unrestOf(this.#setup, this.#pools) === null)
        return this.#worker.overlooked();
      clock.advance(1_000);
    }
    return unrestOf(this.#setup, this.#pools);
  }

  result(steps: number, violation: string | null): ModelRun {
    const decisions = countDisruptions(this.#setup.store.tables.decisions.all());
    const text = violation === null ? null : `${violation} (after ${this.#log.join(', ')})`;
    return { steps, decisions, violation: text };
  }

  #problem(): string | null {
    const [problem] = this.#invariants.check(this.#worker.messages);
    return this.#problemOfJobs ?? problem ?? this.#overlooked;
  }

  /** @param before number of decisions before the interference ended */
  #repetition(before: number): string | null {
    const since = this.#setup.store.tables.decisions.all().slice(before);
    const ids = since.flatMap(({ nodeClaimIds }) => nodeClaimIds);
    const often = [...Map.groupBy(ids, (id) => id)].find(
      ([, decisions]) => decisions.length > maxDecisionsAtRest,
    );
    return often === undefined ? null : `${often[1].length} decisions are about ${often[0]}`;
  }

  #createActions(): readonly Action[] {
    const { cluster, cloud, clock } = this.#setup;
    const { interference } = this.#worker;
    const dice = this.#dice;
    return [
      [40, 'job', () => this.#worker.runJob()],
      [10, 'all due jobs', () => this.#runDueJobs()],
      [4, 'lost wake-ups', async () => (this.#overlooked = await this.#worker.overlooked())],
      [16, 'live', () => this.#live()],
      [20, 'some seconds', () => clock.advance(dice.between(100, 5_000))],
      [1, 'some minutes', () => clock.advance(dice.between(60_000, 700_000))],
      [4, 'pods', () => this.#addPods()],
      [4, 'pods end', () => this.#endPods()],
      [2, 'budget', () => this.#changeBudget()],
      [2, 'partial budget', () => this.#changePartialBudget()],
      [2, 'do-not-disrupt', () => this.#protectPod()],
      [5, 'decide', () => this.#decide()],
      [0.5, 'mode', () => this.#setMode(dice.pick(['auto', 'auto', 'approve', 'observe']))],
      [2, 'overtaken soon', () => (interference.callsUntilOvertaken = dice.between(1, 6))],
      [2, 'kill soon', () => (interference.callsUntilKill = dice.between(1, 12))],
      [2, 'failure soon', () => (interference.callsUntilFailure = dice.between(1, 12))],
      [0.5, 'jobs lost', () => this.#worker.loseJobs()],
      [3, 'capacity', () => this.#changeCapacity(cloud.exhausted)],
      [0.2, 'new image', () => this.#releaseImage()],
      [1, 'interruption', () => this.#interrupt()],
      [1, 'NodePool', () => this.#pools.edit()],
      [0.1, 'template', () => this.#pools.editTemplate()],
      [0.3, 'replicas', () => this.#pools.scale()],
      [0.2, 'spare NodePool', () => this.#pools.comeOrGo()],
      [0.4, 'pause', () => this.#pause()],
      [2, 'release', () => this.#releasePauses()],
      [0.7, 'health', () => this.#changeHealth()],
      [0.5, 'other size', () => this.#resize()],
      [0.5, 'shutdowns', () => (this.#areShutdownsSlow = dice.chance(0.3))],
      [0.5, 'joining', () => (this.#joinsNoNodes = dice.chance(0.2))],
      [0.5, 'clock', () => clock.advance(dice.between(-90_000, 90_000))],
      [0.5, 'clock of the API server', () => (cluster.aheadMs = dice.between(-400_000, 400_000))],
      [0.7, 'nodes start', () => (cluster.areNodesStarting = !cluster.areNodesStarting)],
      [0.7, 'scheduler', () => (cluster.isSchedulerDown = !cluster.isSchedulerDown)],
    ];
  }

  async #runDueJobs(): Promise<void> {
    // A later job may remove what an earlier one has waited for.
    for (let count = 0; count < 200 && (await this.#worker.runJob()); count += 1) {
      this.#problemOfJobs ??= this.#problem();
    }
  }

  async #checkEachMinute(): Promise<void> {
    const now = this.#setup.clock.now();
    if (now - this.#lastCheckAt < 60_000) return;
    this.#lastCheckAt = now;
    await this.#worker.check();
  }

  /** Kubelets, the scheduler and the cloud do their work, and the worker sees it. */
  async #live(): Promise<void> {
    const { cluster, cloud, store } = this.#setup;
    cluster.makeReady();
    cluster.schedule();
    if (!this.#areShutdownsSlow) cloud.finishShutdowns();
    this.#endInterrupted();
    const joined = new Set([...cluster.nodes.values()].map(({ providerId }) => providerId));
    for (const claim of store.tables.nodeClaims.all()) {
      const { state, instance } = claim;
      if (this.#joinsNoNodes || state !== 'Launched' || instance === null) continue;
      if (joined.has(instance.providerId)) continue;
      if (cloud.instances.get(instance.instanceId)?.state === 'running') cluster.joinNode(claim);
    }
    this.#updateProtected();
    await this.#worker.observe();
    await this.#worker.requestPlan();
  }

  #addPods(): void {
    const { cluster, clock } = this.#setup;
    const bound = [...cluster.nodes.values()].reduce((sum, { pods }) => sum + pods.length, 0);
    const room = maxPods - bound - cluster.pending.size;
    const count = Math.min(room, this.#dice.between(1, 5));
    const template = aPod()
      .labelled({ app: this.#dice.pick(apps) })
      .requesting({
        milliCpu: this.#dice.pick(milliCpus),
        memoryMib: this.#dice.pick(memoriesMib),
      });
    cluster.addPods(
      Array.from({ length: Math.max(0, count) }, (): Pod => {
        this.#pods += 1;
        const uid = `pod-${this.#pods}`;
        return { ...template.named(uid).build(), uid, createdAt: clock.now() };
      }),
    );
  }

  #endPods(): void {
    const { cluster } = this.#setup;
    const uids = [
      ...[...cluster.nodes.values()].flatMap(({ pods }) => pods.map(({ uid }) => uid)),
      ...cluster.pending.keys(),
    ];
    cluster.respawns = false;
    for (const uid of this.#dice.some(uids, 0, 3)) {
      if (!cluster.pending.delete(uid)) cluster.removePod(uid);
    }
    cluster.respawns = true;
  }

  #changeBudget(): void {
    const { cluster } = this.#setup;
    const app = this.#dice.pick(apps);
    const others = cluster.podDisruptionBudgets.filter(({ name }) => name !== app);
    cluster.podDisruptionBudgets =
      others.length < cluster.podDisruptionBudgets.length
        ? others
        : [...others, aPodDisruptionBudget(app, podsWith({ app }))];
    this.#updateProtected();
  }

  /** Such a budget allows to evict one pod, or two, until they run again. */
  #changePartialBudget(): void {
    const { maxUnavailableByApp } = this.#setup.cluster;
    const app = this.#dice.pick(apps);
    if (!maxUnavailableByApp.delete(app)) maxUnavailableByApp.set(app, this.#dice.between(1, 2));
  }

  /** All nodes drift. */
  async #releaseImage(): Promise<void> {
    const { cloud, ports, clusterId } = this.#setup;
    this.#images += 1;
    cloud.selected = { ...cloud.selected, imageId: `ami-new-${this.#images}` };
    await resolveNodeClasses(ports, { clusterId });
  }

  /** EC2 warns of instances, and terminates them two minutes later. */
  async #interrupt(): Promise<void> {
    const { cloud, clock } = this.#setup;
    const running = [...cloud.instances.values()].filter(({ state }) => state === 'running');
    const instanceIds = this.#dice.some(running, 0, 2).map(({ instanceId }) => instanceId);
    if (instanceIds.length === 0) return;
    const at = clock.now();
    const deadline = at + 120_000;
    for (const id of instanceIds) this.#endsAt.set(id, deadline);
    this.#warnings += 1;
    await this.#worker.warn([
      { kind: 'SpotInterrupted', eventId: `event-${this.#warnings}`, instanceIds, at, deadline },
    ]);
  }

  #endInterrupted(): void {
    const { cloud, cluster, clock } = this.#setup;
    for (const [instanceId, endsAt] of this.#endsAt) {
      if (clock.now() < endsAt) continue;
      this.#endsAt.delete(instanceId);
      cloud.instances.delete(instanceId);
      const nodes = [...cluster.nodes.values()];
      const node = nodes.find(({ providerId }) => providerId?.endsWith(instanceId));
      if (node !== undefined) cluster.loseNode(node.name);
    }
  }

  /** The API refuses to evict pods of budgets that allow no disruption. */
  #updateProtected(): void {
    const { cluster } = this.#setup;
    const budgets = new Set(cluster.podDisruptionBudgets.map(({ name }) => name));
    cluster.protectedPods.clear();
    for (const { pods } of cluster.nodes.values()) {
      for (const { uid, spec } of pods) {
        if (budgets.has(spec.labels['app'] ?? '')) cluster.protectedPods.add(uid);
      }
    }
  }

  #protectPod(): void {
    const { cluster } = this.#setup;
    const busy = [...cluster.nodes.values()].filter(({ pods }) => pods.length > 0);
    if (busy.length === 0) return;
    const { name, pods } = this.#dice.pick(busy);
    const chosen = this.#dice.pick(pods);
    const doNotDisrupt = chosen.doNotDisrupt === null ? 'true' : null;
    cluster.changeNode(name, {
      pods: pods.map((pod) => (pod.uid === chosen.uid ? { ...pod, doNotDisrupt } : pod)),
    });
  }

  /** The API's agent of a node reports a problem, or that it is solved. */
  #changeHealth(): void {
    const { cluster, clock } = this.#setup;
    const nodes = [...cluster.nodes.values()];
    if (nodes.length === 0) return;
    const { name, unhealthyConditions } = this.#dice.pick(nodes);
    const since = clock.now();
    cluster.changeNode(name, {
      unhealthyConditions:
        unhealthyConditions.length > 0
          ? []
          : [{ type: 'AcceleratedHardwareReady', status: 'False', reason: 'XID79', since }],
    });
  }

  /** Pods of an app that are created from now on have other requests. */
  #resize(): void {
    this.#setup.cluster.requestsByApp.set(this.#dice.pick(apps), {
      cpu: this.#dice.pick(milliCpus),
      memory: this.#dice.pick(memoriesMib) * 1024 ** 2,
      pods: 1,
    });
  }

  async #pause(): Promise<void> {
    const { ports, clusterId, clock } = this.#setup;
    await setPause(ports, ada, {
      scope: this.#dice.pick([
        { kind: 'Cluster', clusterId },
        { kind: 'NodePool', clusterId, nodePool: 'default' },
      ]),
      stops: this.#dice.pick(pauseExtents),
      reason: 'maintenance',
      expiresAt: this.#dice.chance(0.5) ? clock.now() + 300_000 : null,
      requestId: null,
    });
  }

  async #releasePauses(): Promise<void> {
    const { ports, store } = this.#setup;
    const pauses = store.tables.pauses.where(({ releasedAt }) => releasedAt === null);
    for (const { id } of pauses) {
      await releasePause(ports, ada, { id, expectedVersion: 'any', requestId: null });
    }
  }

  async #decide(): Promise<void> {
    const { ports, store } = this.#setup;
    const waiting = store.tables.decisions.where(({ state }) => state === 'AwaitingApproval');
    if (waiting.length === 0) return;
    const { id, version } = this.#dice.pick(waiting);
    const decide = this.#dice.chance(0.8) ? approveDecision : rejectDecision;
    await decide(ports, ada, {
      decisionId: id,
      expectedVersion: version,
      comment: null,
      requestId: null,
    });
  }

  async #setMode(mode: ClusterMode): Promise<void> {
    const { ports, clusterId } = this.#setup;
    await updateCluster(ports, ada, {
      id: clusterId,
      expectedVersion: 'any',
      mode,
      settings: {},
      requestId: null,
    });
  }

  #changeCapacity(exhausted: Set<string>): void {
    const { name, offerings } = this.#dice.pick(fakeInstanceTypes);
    const { zone, capacityType } = this.#dice.pick(offerings);
    const key = `${name}/${zone}/${capacityType}`;
    if (!exhausted.delete(key)) exhausted.add(key);
  }
}
