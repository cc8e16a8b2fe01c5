import { assertNever, isAppError } from '@kerf/core';
import { noEvaluations } from '@kerf/engine';
import type { Dice } from '@kerf/testing';
import { JobAfterChange } from '../../changes/job-after-change.js';
import { rearmWork } from '../../clusters/rearm-work.js';
import { resumeWork } from '../../clusters/resume-work.js';
import { importDefinition } from '../../definitions/import-definition.js';
import { syncDefinition } from '../../definitions/sync-definition.js';
import { executeDecision } from '../../disruption/execute-decision.js';
import { planDisruption } from '../../disruption/plan-disruption.js';
import { releaseStaleTaints } from '../../disruption/release-stale-taints.js';
import { replanDecision } from '../../disruption/replan-decision.js';
import { validateDecision } from '../../disruption/validate-decision.js';
import { defaultClusterSettings } from '../../domain/cluster/cluster.js';
import { withOpenCommands } from '../../domain/decision/open-commands.js';
import { done, type JobOutcome, notNeeded } from '../../domain/use-case-outcome.js';
import { ingestWarnings } from '../../interruption/ingest-warnings.js';
import { ClusterMemory } from '../../memory/cluster-memory.js';
import { checkConsistency } from '../../node-claims/check-consistency.js';
import { checkLiveness } from '../../node-claims/check-liveness.js';
import { checkNodeHealth } from '../../node-claims/check-node-health.js';
import { collectGarbage } from '../../node-claims/collect-garbage.js';
import { createNodeClaimObjects } from '../../node-claims/create-node-claim-objects.js';
import { expireNodeClaims } from '../../node-claims/expire.js';
import { initializeNodeClaim } from '../../node-claims/initialize.js';
import { launchNodeClaims } from '../../node-claims/launch.js';
import { observeNodes } from '../../node-claims/observe-nodes.js';
import { registerNodeClaim } from '../../node-claims/register.js';
import { syncNodeClaim } from '../../node-claims/sync-node-claim.js';
import { terminateNodeClaim } from '../../node-claims/terminate.js';
import { OperationTracker } from '../../operations/operation-tracker.js';
import type { InterruptionWarning } from '../../ports/interruption-queue.js';
import type { OutboxMessage } from '../../ports/outbox-message.js';
import type { Ports } from '../../ports/ports.js';
import { endAbandonedBatches } from '../../provisioning/abandoned-batches.js';
import { receivePodEvents } from '../../provisioning/open-batch.js';
import { solveBatch } from '../../provisioning/solve-batch.js';
import { loadSnapshot } from '../../snapshot/load-snapshot.js';
import { reconcileStaticPools } from '../../static-pools/reconcile-static-pools.js';
import type { ClusterSetup } from '../set-up-cluster.js';
import { Interference, Killed } from './interference.js';

interface Job {
  readonly message: OutboxMessage;
  readonly dueAt: number;
  /** Whether the queue retries it after a failure; a requested run of a recurring job is not. */
  readonly isRetried: boolean;
}

/**
 * A worker that runs the real use cases of one cluster on fakes, with its queue. Jobs are delivered
 * at least once; the worker can be killed after each port call, and is then started again.
 */
export class ModelWorker {
  readonly interference: Interference;
  readonly #setup: ClusterSetup;
  readonly #dice: Dice;
  #jobs: readonly Job[] = [];
  /** The job that runs now. */
  #running: Job | null = null;
  #ports: Ports;
  #evaluation: JobAfterChange;
  #isPlanning = false;
  /** Pods that were reported with the last observation. */
  #reported: ReadonlySet<string> = new Set();
  #tracker: OperationTracker;

  constructor(setup: ClusterSetup, dice: Dice) {
    this.#setup = setup;
    this.#dice = dice;
    this.interference = new Interference(dice, () => this.#overtake());
    this.#ports = this.#guardedPorts();
    this.#evaluation = this.#newEvaluation();
    this.#tracker = new OperationTracker(this.#ports, setup.clusterId);
  }

  /** The jobs that the queue holds. */
  get messages(): readonly OutboxMessage[] {
    return [...this.#jobs.map(({ message }) => message), ...this.#requested()];
  }

  /** Runs an evaluation, as the schedule of each minute does. */
  async plan(): Promise<void> {
    await this.#attempt(() => this.#plan());
  }

  /** Requests an evaluation of disruption after changes, and when it is due, as the cluster's loop. */
  async requestPlan(): Promise<void> {
    const { clusterId, cluster, clock, store } = this.#setup;
    const records = await store.clusters.revision(clusterId);
    const dueAt = this.#evaluation.request(clock.now(), [records, cluster.view().revision.all]);
    if (dueAt === null) return;
    const message: OutboxMessage = { type: 'disruption.plan', clusterId };
    this.#jobs = [...this.#jobs, { message, dueAt, isRetried: false }];
  }

  /**
   * Returns what an evaluation would find although none is requested: a lost wake-up; `null` if it
   * would find nothing.
   */
  async overlooked(): Promise<string | null> {
    await this.requestPlan();
    if (this.messages.some(({ type }) => type === 'disruption.plan')) return null;
    const { ports, clusterId } = this.#setup;
    const { memory } = this.#ports;
    const { snapshot, decisions } = await loadSnapshot({ ...ports, memory }, clusterId);
    const open = decisions.filter(({ state }) => state !== 'Executing');
    const { commands } = await ports.engine.planDisruption(
      withOpenCommands(snapshot, open),
      noEvaluations,
    );
    const names = commands.flatMap(({ candidates }) => candidates.map(({ nodeName }) => nodeName));
    return names.length === 0 ? null : `no evaluation is requested that finds ${names.join()}`;
  }

  /** Handles events of pods and nodes. */
  async observe(): Promise<void> {
    const { clusterId, cluster } = this.#setup;
    const pending = [...cluster.pending.values()].map(({ pod, isUntried }) => ({
      uid: pod.uid,
      name: pod.name,
      namespace: pod.spec.namespace,
      isUntried,
      isAnnounced: true,
      isRepeated: this.#reported.has(`${pod.uid} ${isUntried}`),
    }));
    const nodes = [...cluster.nodes.values()].map((node) => ({ ...node, isGone: false }));
    await this.#attempt(async () => {
      await receivePodEvents(this.#ports, clusterId, pending);
      this.#reported = new Set(pending.map((pod) => `${pod.uid} ${pod.isUntried}`));
    });
    await this.#attempt(() => observeNodes(this.#ports, clusterId, nodes));
  }

  /** Handles messages of the interruption queue, which delivers them until they are handled. */
  async warn(warnings: readonly InterruptionWarning[]): Promise<void> {
    const { clusterId } = this.#setup;
    await this.#attempt(() => ingestWarnings(this.#ports, clusterId, warnings));
  }

  /** Runs what a worker does every minute. */
  async check(): Promise<void> {
    const { clusterId } = this.#setup;
    await this.plan();
    await this.#attempt(() => checkLiveness(this.#ports, clusterId));
    await this.#attempt(() => checkConsistency(this.#ports, clusterId));
    await this.#attempt(() => collectGarbage(this.#ports, clusterId));
    await this.#attempt(() => expireNodeClaims(this.#ports, clusterId));
    await this.#attempt(() => checkNodeHealth(this.#ports, clusterId));
    await this.#attempt(() => reconcileStaticPools(this.#ports, clusterId));
    const keys = new Set(this.messages.map((message) => JSON.stringify(message)));
    const pending = { has: (message: OutboxMessage) => keys.has(JSON.stringify(message)) };
    await this.#attempt(() => rearmWork(this.#ports, clusterId, () => Promise.resolve(pending)));
  }

  /** Runs one of the due jobs, if there is one. */
  async runJob(): Promise<boolean> {
    this.#collectJobs();
    const due = this.#jobs.filter(({ dueAt }) => dueAt <= this.#setup.clock.now());
    if (due.length === 0) return false;
    const job = this.#dice.pick(due);
    this.#running = job;
    const outcome = await this.#run(job.message);
    this.#running = null;
    // Killed: the queue delivers the job again.
    if (outcome === null) return true;
    const others = this.#jobs.filter((other) => other !== job);
    this.#jobs =
      outcome.kind === 'Wait' && job.isRetried
        ? [...others, { ...job, dueAt: this.#setup.clock.now() + outcome.ms }]
        : others;
    this.#collectJobs();
    return true;
  }

  /** The queue loses its jobs, and the worker resumes its work. */
  async loseJobs(): Promise<void> {
    this.#collectJobs();
    this.#jobs = [];
    // A worker that could not resume its work would try again.
    this.interference.reset();
    await this.#resume();
    this.#evaluation.requestAgain();
  }

  /** Another job runs, a schedule, or the same job once more: its lock ended while it waited. */
  async #overtake(): Promise<void> {
    const job = this.#running;
    this.#running = null;
    const choice = this.#dice.next();
    if (job !== null && choice < 0.4) await this.#run(job.message);
    else if (choice < 0.8) await this.runJob();
    else await this.plan();
  }

  async #resume(): Promise<void> {
    const { clusterId, clock } = this.#setup;
    await endAbandonedBatches(this.#ports, clusterId, clock.now());
    await resumeWork(this.#ports, clusterId);
    await this.#listNodePools();
  }

  /** A worker that starts sees all objects of its cluster. */
  async #listNodePools(): Promise<void> {
    const { clusterId, cluster } = this.#setup;
    for (const object of cluster.definitionObjects) {
      const [kind, name = ''] = object.split('/');
      if (kind !== 'NodePool') continue;
      await importDefinition(this.#ports, clusterId, {
        kind: 'NodePool',
        name,
        object: { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name }, spec: {} },
        generation: null,
        createdAt: null,
        deletionRequestedAt: null,
        managedByKerf: true,
      });
    }
  }

  /** @returns `null` if the worker was killed */
  async #run(message: OutboxMessage): Promise<JobOutcome | null> {
    try {
      const outcome = await this.#handle(message);
      await this.#attempt(() => this.#tracker.succeeded(message.type, message, outcome));
      return outcome;
    } catch (error) {
      if (error instanceof Killed) {
        await this.#restart();
        return null;
      }
      if (!isAppError(error)) throw error;
      await this.#attempt(() => this.#tracker.failed(message.type, message, error));
      if (error.retry.kind === 'never') return done;
      return { kind: 'Wait', ms: error.retry.kind === 'after' ? error.retry.ms : 500 };
    }
  }

  #handle(message: OutboxMessage): Promise<JobOutcome> {
    const ports = this.#ports;
    if (isUnrelated(message)) return Promise.resolve(done);
    switch (message.type) {
      case 'provisioning.solve-batch':
        return solveBatch(ports, message);
      case 'disruption.plan':
        return this.#plan();
      case 'disruption.validate':
        return validateDecision(ports, message);
      case 'disruption.replan':
        return replanDecision(ports, message);
      case 'disruption.execute':
        return executeDecision(ports, message);
      case 'node-claim.launch':
        return launchNodeClaims(ports, message);
      case 'node-claim.register':
        return registerNodeClaim(ports, message);
      case 'node-claim.initialize':
        return initializeNodeClaim(ports, message);
      case 'node-claim.terminate':
        return terminateNodeClaim(ports, message);
      case 'node-claim.create-objects':
        return createNodeClaimObjects(ports, message);
      case 'node-claim.sync':
        return syncNodeClaim(ports, message);
      case 'definition.sync':
        return syncDefinition(ports, message);
      case 'provisioning.reconcile-static-pools':
        return this.#fillStaticPools();
      default:
        return assertNever(message);
    }
  }

  async #fillStaticPools(): Promise<JobOutcome> {
    await reconcileStaticPools(this.#ports, this.#setup.clusterId);
    return done;
  }

  #plan(): Promise<JobOutcome> {
    return this.#evaluation.run(() => this.#evaluate());
  }

  /** A cluster has one evaluation at a time. */
  async #evaluate(): Promise<JobOutcome> {
    if (this.#isPlanning) return notNeeded;
    this.#isPlanning = true;
    try {
      const { clusterId } = this.#setup;
      await releaseStaleTaints(this.#ports, clusterId).catch((error: unknown) => {
        if (!isAppError(error)) throw error;
      });
      return await planDisruption(this.#ports, clusterId);
    } finally {
      this.#isPlanning = false;
    }
  }

  /** Ignores failures, because schedules and watches start the same work again. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Killed) await this.#restart();
      else if (!isAppError(error)) throw error;
    }
  }

  /** Starts the worker again, without the memory of the one that was killed. */
  async #restart(): Promise<void> {
    this.interference.reset();
    this.#ports = this.#guardedPorts();
    this.#evaluation = this.#newEvaluation();
    this.#tracker = new OperationTracker(this.#ports, this.#setup.clusterId);
    await this.#resume();
  }

  #newEvaluation(): JobAfterChange {
    return new JobAfterChange(defaultClusterSettings.disruptionPollMs);
  }

  #requested(): readonly OutboxMessage[] {
    const entries = this.#setup.store.tables.outbox.all();
    return entries.flatMap(({ message }) => ('clusterId' in message ? [message] : []));
  }

  #collectJobs(): void {
    const { outbox } = this.#setup.store.tables;
    const added = outbox
      .all()
      .flatMap(({ message, deliverAt: dueAt }) =>
        'clusterId' in message ? [{ message, dueAt, isRetried: true }] : [],
      );
    outbox.deleteWhere(() => true);
    this.#jobs = [...this.#jobs, ...added];
  }

  #guardedPorts(): Ports {
    const { ports, store, cloud, cluster } = this.#setup;
    const { interference } = this;
    return {
      ...ports,
      store: interference.guard('store', store),
      cloud: interference.guard('cloud', cloud),
      gateway: interference.guard('gateway', cluster),
      cache: interference.guard('cache', cluster),
      memory: new ClusterMemory(),
    };
  }
}

/** Jobs that have no part in disruption. */
const unrelated = [
  'disruption.simulate',
  // The setting is off.
  'node-claim.reboot',
  'cluster.check-registration',
  'provisioning.reconcile-standalone-claims',
  'catalog.resolve-node-class',
] as const;
type Unrelated = Extract<OutboxMessage, { readonly type: (typeof unrelated)[number] }>;

const isUnrelated = (message: OutboxMessage): message is Unrelated =>
  unrelated.some((type) => type === message.type);
