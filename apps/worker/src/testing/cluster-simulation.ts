import {
  type AppliedManifests,
  applyManifests,
  ClusterMemory,
  type Decision,
  defaultClusterSettings,
  done,
  endAbandonedBatches,
  type Finding,
  type InterruptionWarning,
  ingestWarnings,
  type JobOutcome,
  type LeaseHold,
  type NodeClaim,
  type NodeClaimEvent,
  type NodePoolDefinition,
  OperationTracker,
  type OutboxMessage,
  observeNodeClaim,
  observeNodes,
  type PendingWork,
  type PodVerdict,
  type Ports,
  type Principal,
  rearmWork,
  receivePodEvents,
  refreshInstanceTypes,
  refreshOnDemandPrices,
  refreshSpotPrices,
  resolveNodeClasses,
  resumeWork,
  type Store,
} from '@kerf/application';
import { createDeviceSelector } from '@kerf/cluster-kubernetes';
import { InvariantViolation, isAppError } from '@kerf/core';
import { createBudgetSchedule, createManifestReader } from '@kerf/definitions';
import type { ClusterMode } from '@kerf/engine';
import type { JobHandlers } from '@kerf/queue-bullmq';
import { intlLocalTime, sha256Digest, uuidIdSource } from '@kerf/system';
import {
  aCluster,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aRevisionOf,
  FakeCloud,
  FakeCluster,
  FakeEvents,
  FakeMeter,
  fakeOtherPorts,
  inlineEngine,
  ManualClock,
} from '@kerf/testing';
import { createHandlers } from '../jobs/job-handlers.js';
import { trackOperations } from '../jobs/track-operations.js';
import { Crashed, CrashSwitch } from './crash-switch.js';
import { deliver } from './deliver.js';
import { FaultSwitch } from './fault-switch.js';
import { PlanRequests } from './plan-requests.js';
import type { RandomFaults } from './random-faults.js';
import type { SimulationOptions } from './simulation-options.js';
import type { RecordedInterruption, SimulationRecords } from './simulation-records.js';
import { StallSwitch } from './stall-switch.js';
import { storeAdministrator } from './store-administrator.js';

interface Job {
  readonly message: OutboxMessage;
  readonly dueAt: number;
}

const tickMs = 1_000;
const reconcileEveryMs = 60_000;

/**
 * Simulates one cluster without processes: real use cases, engine and ledger, an in-memory cluster
 * and cloud, and a clock that the spec advances. Jobs are delivered as the queue delivers them;
 * after a crash they are redelivered to a restarted worker.
 */
export class ClusterSimulation {
  readonly clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
  readonly cloud: FakeCloud;
  readonly cluster: FakeCluster;
  readonly clusterId: string;
  readonly store: Store;
  readonly crash: CrashSwitch;
  readonly events = new FakeEvents();
  readonly meter = new FakeMeter();
  readonly faults: FaultSwitch;
  readonly records: SimulationRecords;
  #ports: Ports;
  #planRequests = new PlanRequests();
  #handlers: JobHandlers;
  #lease: LeaseHold | null = null;
  #jobs: Job[] = [];
  /** Number of jobs started so far. */
  jobsStarted = 0;
  readonly #losesJobsAt: number;
  readonly #randomFaults: RandomFaults | null;
  readonly stall: StallSwitch;
  /** Messages of the interruption queue; each stays until its action is recorded. */
  readonly #warnings: InterruptionWarning[] = [];
  /** Images whose instances never join the cluster. */
  readonly badImages = new Set<string>();
  /** Pods that were reported in the last second. */
  #reported: ReadonlySet<string> = new Set();
  #lastReconcileAt = 0;

  private constructor(records: SimulationRecords, clusterId: string, options: SimulationOptions) {
    const { crashAt = 0, losesJobsAt = 0, fault = null } = options;
    this.records = records;
    this.#losesJobsAt = losesJobsAt;
    this.stall = new StallSwitch(options.stallAt ?? 0);
    this.clusterId = clusterId;
    this.#randomFaults = options.randomFaults ?? null;
    this.cloud = new FakeCloud(() => this.clock.now() + (options.cloudClockSkewMs ?? 0));
    this.cluster = new FakeCluster(clusterId, () => this.clock.now());
    this.store = records.store;
    this.crash = new CrashSwitch(crashAt);
    this.faults = new FaultSwitch(fault);
    this.#ports = this.#createPorts(this.store);
    this.#handlers = this.#createHandlers();
  }

  static async open(
    records: SimulationRecords,
    options: SimulationOptions,
  ): Promise<ClusterSimulation> {
    const simulation = new ClusterSimulation(records, uuidIdSource.next('clu'), options);
    await simulation.#prepare(options.mode);
    simulation.crash.onCall = (call) => simulation.stall.onCall(call);
    return simulation;
  }

  get ports(): Ports {
    return this.#ports;
  }

  /** Advances the simulation second by second until `isMet`, restarting the worker after a crash. */
  async until(isMet: () => Promise<boolean>, withinSeconds = 300): Promise<void> {
    for (let second = 0; second < withinSeconds; second += 1) {
      await this.#restartAfterCrash(() => this.#tick());
      if (await isMet()) return;
      this.clock.advance(tickMs);
    }
    throw new InvariantViolation(
      `the condition is not met after ${withinSeconds} s (crash: ${this.crash.at ?? 'none'}, fault: ${this.faults.failedCall ?? 'none'}, jobs: ${JSON.stringify(this.#jobs)})`,
    );
  }

  async decisions(): Promise<readonly Decision[]> {
    const ids = await this.records.decisionIds(this.clusterId);
    const found = await Promise.all(ids.map((id) => this.store.decisions.find(id)));
    return found.flatMap((decision) => (decision === null ? [] : [decision]));
  }

  /** Saves manifests in the same way as the API. */
  async apply(principal: Principal, text: string): Promise<AppliedManifests> {
    return applyManifests({ ...this.#ports, store: this.store }, principal, {
      clusterId: this.clusterId,
      text,
      dryRun: false,
      replacePlaceholders: false,
      defaultNodeClass: null,
      variants: new Map(),
      expectedVersions: new Map(),
      target: null,
      requestId: null,
    });
  }

  /** Interrupts spot instances: AWS sends the two-minute warning twice. */
  interrupt(instanceIds: readonly string[]): void {
    const at = this.clock.now();
    for (const instanceId of instanceIds) {
      const warning: InterruptionWarning = {
        kind: 'SpotInterrupted',
        eventId: `event-${instanceId}`,
        instanceIds: [instanceId],
        at,
        deadline: at + 120_000,
      };
      this.#warnings.push(warning, warning);
    }
  }

  nodeClaims(): Promise<readonly NodeClaim[]> {
    return this.records.nodeClaims(this.clusterId);
  }

  findings(): Promise<readonly Omit<Finding, 'at'>[]> {
    return this.records.findings(this.clusterId);
  }

  podVerdicts(): Promise<readonly PodVerdict[]> {
    return this.records.podVerdicts(this.clusterId);
  }

  interruptions(): Promise<readonly RecordedInterruption[]> {
    return this.records.interruptions(this.clusterId);
  }

  /** Simulates one second: pods and nodes report their status, jobs run, plans are made. */
  async #tick(): Promise<void> {
    const { clusterId } = this;
    const pending = [...this.cluster.pending.values()].map(({ pod, ownerKind, isUntried }) => ({
      uid: pod.uid,
      name: pod.name,
      namespace: pod.spec.namespace,
      isUntried,
      isAnnounced: ownerKind !== 'None',
      isRepeated: this.#reported.has(`${pod.uid} ${isUntried}`),
    }));
    await this.#attempt(async () => {
      await receivePodEvents(this.#ports, clusterId, pending);
      this.#reported = new Set(pending.map((pod) => `${pod.uid} ${pod.isUntried}`));
    });
    await this.#bootInstances();
    const nodes = [...this.cluster.nodes.values()].map((node) => ({ ...node, isGone: false }));
    await this.#attempt(() => observeNodes(this.#ports, clusterId, nodes));
    for (const event of this.#deletedNodeClaims()) {
      await this.#attempt(() => observeNodeClaim(this.#ports, clusterId, event));
    }
    await this.#attempt(() => this.#readWarnings());
    const now = this.clock.now();
    const records = await this.store.clusters.revision(clusterId);
    if (this.#planRequests.takeDue({ records, view: this.cluster.view(), now }))
      await this.#attempt(() => this.#handlers['disruption.plan']({ clusterId }));
    if (now - this.#lastReconcileAt >= reconcileEveryMs) {
      this.#lastReconcileAt = now;
      await this.#attempt(() =>
        this.#handlers['provisioning.reconcile-static-pools']({ clusterId }),
      );
      await this.#attempt(() =>
        this.#handlers['provisioning.reconcile-standalone-claims']({ clusterId }),
      );
      await this.#attempt(() =>
        rearmWork(this.#ports, clusterId, () => Promise.resolve(this.#pendingWork())),
      );
      if (this.#randomFaults !== null) await this.#checkNodeClaims();
    }
    await this.#runJobs();
  }

  /** A watch repeats the state of an object, whoever has deleted it. */
  #deletedNodeClaims(): readonly NodeClaimEvent[] {
    return Array.from(this.cluster.deletedNodeClaims, ([name, deletionRequestedAt]) => ({
      name,
      isStandalone: this.cluster.standaloneClaim(name) !== null,
      isGone: false,
      deletionRequestedAt,
      adoptable: null,
    }));
  }

  async #checkNodeClaims(): Promise<void> {
    const { clusterId } = this;
    await this.#attempt(() => this.#handlers['node-claim.check-liveness']({ clusterId }));
    await this.#attempt(() => this.#handlers['node-claim.collect-garbage']({ clusterId }));
  }

  /** Ignores failures, because jobs of schedules and watches are created again. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }

  #pendingWork(): PendingWork {
    const keys = this.#jobs.map(({ message }) => JSON.stringify(message));
    return { has: (message) => keys.includes(JSON.stringify(message)) };
  }

  /** Reads warnings as the poller does: ten at a time, deleted once they are handled. */
  async #readWarnings(): Promise<void> {
    while (this.#warnings.length > 0) {
      const some = this.#warnings.slice(0, 10);
      const delivered = this.#randomFaults?.deliver(some) ?? some;
      await ingestWarnings(this.#ports, this.clusterId, delivered);
      this.#warnings.splice(0, some.length);
    }
  }

  /**
   * Running instances join in one tick and are ready for pods in the next; terminated ones are
   * deleted.
   */
  async #bootInstances(): Promise<void> {
    this.cluster.makeReady();
    this.cluster.schedule();
    this.cloud.finishShutdowns();
    const claims = await this.store.nodeClaims.inStates(this.clusterId, ['Launched']);
    const joined = new Set([...this.cluster.nodes.values()].map(({ providerId }) => providerId));
    for (const claim of claims) {
      if (claim.instance === null || this.badImages.has(claim.instance.imageId)) continue;
      if (!joined.has(claim.instance.providerId)) this.cluster.joinNode(claim);
    }
  }

  async #runJobs(): Promise<void> {
    await this.#collectJobs();
    for (;;) {
      const index = this.#jobs.findIndex(({ dueAt }) => dueAt <= this.clock.now());
      const [job] = index < 0 ? [] : this.#jobs.slice(index, index + 1);
      if (job === undefined) return;
      this.jobsStarted += 1;
      if (this.jobsStarted === this.#losesJobsAt) {
        await this.#loseJobs();
        continue;
      }
      // Remove the job from the queue only when it is done: a crash redelivers it.
      const outcome = await this.stall.run(() => this.#run(job));
      this.#jobs.splice(this.#jobs.indexOf(job), 1);
      if (outcome.kind === 'Wait') {
        this.#jobs.push({ ...job, dueAt: this.clock.now() + outcome.ms });
      }
      await this.#collectJobs();
    }
  }

  /** The queue restarts without its jobs, and the worker resumes its work. */
  async #loseJobs(): Promise<void> {
    this.#jobs = [];
    this.#planRequests.loseJobs();
    await endAbandonedBatches(this.#ports, this.clusterId, this.clock.now());
    await resumeWork(this.#ports, this.clusterId);
    await this.#collectJobs();
  }

  /** Handles failures as the queue does: a retryable failure is retried, any other ends the job. */
  async #run({ message }: Job): Promise<JobOutcome> {
    try {
      return await deliver(this.#handlers, message.type, message);
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.retry.kind === 'never') return done;
      return { kind: 'Wait', ms: error.retry.kind === 'after' ? error.retry.ms : 500 };
    }
  }

  async #collectJobs(): Promise<void> {
    const entries = await this.records.takeMessages();
    this.#jobs.push(
      ...entries.flatMap(({ message, deliverAt: dueAt }) => {
        const isOwn = 'clusterId' in message && message.clusterId === this.clusterId;
        return isOwn ? [{ message, dueAt }] : [];
      }),
    );
  }

  async #restartAfterCrash(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Crashed)) throw error;
      // The worker crashes once; a second crash during the restart would fail the test here.
      await this.#restartAfterCrash(() => this.#startWorker());
    }
  }

  /** Starts the cluster as the worker does when it acquires the lease. */
  async #startWorker(): Promise<void> {
    this.#lease = await this.store.leases.acquire(this.clusterId, 'spec', this.clock.now(), 60_000);
    if (this.#lease === null) throw new InvariantViolation('the lease is taken');
    this.#ports = this.#createPorts(this.store.heldBy(this.#lease));
    this.#planRequests = new PlanRequests();
    this.#handlers = this.#createHandlers();
    await endAbandonedBatches(this.#ports, this.clusterId, this.clock.now());
    await resumeWork(this.#ports, this.clusterId);
  }

  #createHandlers(): JobHandlers {
    const recorder = new OperationTracker(this.#ports, this.clusterId);
    const tracker: Pick<OperationTracker, 'succeeded' | 'failed'> = {
      succeeded: (...about) => recorder.succeeded(...about),
      // A killed worker records nothing.
      failed: async (operation, subject, error) => {
        if (!(error instanceof Crashed)) await recorder.failed(operation, subject, error);
      },
    };
    const track = <T extends object>(handlers: T): T =>
      trackOperations(handlers, tracker, (error) => {
        if (!isAppError(error)) throw error;
      });
    return track(this.#planRequests.jobs.watch(createHandlers(this.#ports, track)));
  }

  #createPorts(store: Store): Ports {
    const guardAtRandom = <T extends object>(name: string, target: T): T =>
      this.#randomFaults?.guard(name, target) ?? target;
    const guard = <T extends object>(name: string, target: T): T =>
      guardAtRandom(name, this.faults.guard(name, this.crash.guard(name, target)));
    return {
      store: guard('store', store),
      clock: this.clock,
      ids: uuidIdSource,
      digest: sha256Digest,
      engine: inlineEngine,
      cloud: guard('cloud', this.cloud),
      ...fakeOtherPorts(),
      gateway: guard('gateway', this.cluster),
      events: this.events,
      meter: this.meter,
      cache: guardAtRandom('cache', this.faults.guard('cache', this.cluster)),
      memory: new ClusterMemory(),
      manifests: createManifestReader(),
      budgetSchedule: createBudgetSchedule(),
      deviceSelector: createDeviceSelector(),
      localTime: intlLocalTime,
    };
  }

  async #prepare(mode: ClusterMode): Promise<void> {
    const { clusterId, store, cloud } = this;
    await storeAdministrator(store, 'ada');
    await store.clusters.insert(
      aCluster({
        ...(await cloud.describeCluster()),
        id: clusterId,
        name: clusterId,
        mode,
        settings: { ...defaultClusterSettings, validationDelayMs: 2_000 },
      }),
    );
    const named = { clusterId, name: 'default', updatedAt: this.clock.now() };
    const nodeClass = aNodeClassDefinition(named);
    const pool = aNodePoolDefinition(named);
    const nodePool: NodePoolDefinition = {
      ...pool,
      spec: {
        ...pool.spec,
        limits: { cpu: '1000' },
        disruption: {
          consolidationPolicy: 'WhenEmptyOrUnderutilized',
          consolidateAfter: '3s',
          budgets: [{ nodes: '100%' }],
        },
      },
    };
    for (const definition of [nodeClass, nodePool]) {
      await store.definitions.insert(definition, aRevisionOf(definition));
    }
    const ports = { ...this.#ports, store, cloud };
    await refreshInstanceTypes(ports, { clusterId });
    await refreshOnDemandPrices(ports, { clusterId });
    await refreshSpotPrices(ports, { clusterId });
    await resolveNodeClasses(ports, { clusterId });
    await this.#restartAfterCrash(() => this.#startWorker());
  }
}
