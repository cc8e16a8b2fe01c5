import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LeaseHold, Store } from '@kerf/application';
import { AppError } from '@kerf/core';
import { createPrismaStore, type Database } from '@kerf/db';
import { createLogger } from '@kerf/system';
import { aCluster, ManualClock } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../testing/test-database.js';
import { ClusterSupervisor } from './cluster-supervisor.js';

/** Some tests simulate half an hour of fifty clusters. */
vi.setConfig({ testTimeout: 120_000 });

const clusterCount = 50;
const leaseMs = 15_000;

let database: Database;
let store: Store;
let clock: ManualClock;
let clusterIds: readonly string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  store = createPrismaStore(database);
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query('TRUNCATE clusters, live_workers CASCADE');
  clock = new ManualClock(Date.UTC(2026, 10, 23, 12));
  clusterIds = Array.from({ length: clusterCount }, (_, index) => `clu_shared_${index}`);
  for (const id of clusterIds) {
    await store.clusters.insert(aCluster({ id, name: id }));
  }
});

/** A worker whose clusters are acted on by the spec. */
class SharingWorker {
  readonly supervisor: ClusterSupervisor;
  readonly runtimes = new Map<string, LeaseHold>();
  readonly #releases = new Set<Promise<unknown>>();
  passes = 0;
  /** How often it asked for a process that tries suspects. */
  trials = 0;
  onStart: (id: string, fail: (error: unknown) => void) => void = () => undefined;

  /** @param triesSuspects whether it is the process of the trials of a worker */
  constructor(
    owner: string,
    triesSuspects = false,
    readonly limits = { maxObjects: 1_000, maxMib: 512 },
  ) {
    this.supervisor = new ClusterSupervisor(
      {
        ports: { store: this.#counting(store), clock },
        queues: { removeCluster: () => Promise.resolve() },
        log: createLogger({ name: 'spec', level: 'silent' }),
        rules: { suspectedFrom: 2, limits },
        startTrials: triesSuspects ? null : () => void (this.trials += 1),
        resumeChecks: () => Promise.resolve(),
        createRuntime: ({ id }, lease) => ({
          start: (onFailure) => {
            this.runtimes.set(id, lease);
            this.onStart(id, onFailure);
          },
          stop: () => Promise.resolve(void this.runtimes.delete(id)),
          resume: () => undefined,
          markChanged: () => undefined,
          markUnreachable: () => Promise.resolve(),
          isServing: true,
        }),
      },
      owner,
    );
  }

  #counting(counted: Store): Store {
    const list = () => {
      this.passes += 1;
      return counted.clusters.list();
    };
    const leases: Store['leases'] = {
      ...counted.leases,
      release: (lease) => this.#following(counted.leases.release(lease)),
      holdBack: (...input) => this.#following(counted.leases.holdBack(...input)),
    };
    return { ...counted, clusters: { ...counted.clusters, list }, leases };
  }

  #following<T>(release: Promise<T>): Promise<T> {
    this.#releases.add(release);
    return release.finally(() => this.#releases.delete(release));
  }

  /** Makes a pass, and waits for the releases that it began: the clock stands still meanwhile. */
  async check(): Promise<void> {
    await this.supervisor.check();
    await nextTurn();
    while (this.#releases.size > 0) {
      await Promise.allSettled(this.#releases);
      await nextTurn();
    }
  }

  /** Writes once to each cluster that this worker believes it holds; returns those written. */
  async act(): Promise<readonly string[]> {
    const done: string[] = [];
    for (const [id, lease] of this.runtimes) {
      const write = store.heldBy(lease).transaction(() => Promise.resolve(id));
      await write.then(() => done.push(id)).catch(() => undefined);
    }
    return done;
  }
}

/** Lets the workers make passes until nothing changes any more. */
async function settle(...workers: readonly SharingWorker[]): Promise<void> {
  let before = '';
  for (let calm = 0; calm < 2; ) {
    for (const worker of workers) {
      await worker.check();
      expectOneHolder(...workers);
    }
    const now = JSON.stringify(workers.map(({ runtimes }) => [...runtimes.keys()]));
    calm = now === before ? calm + 1 : 0;
    before = now;
  }
}

function expectOneHolder(...workers: readonly SharingWorker[]): void {
  const held = workers.flatMap(({ runtimes }) => [...runtimes.keys()]);
  expect(held).toHaveLength(new Set(held).size);
}

const sizes = (...workers: readonly SharingWorker[]): readonly number[] =>
  workers.map(({ runtimes }) => runtimes.size).toSorted((a, b) => a - b);

describe('workers', () => {
  it('share the clusters equally, also with a worker that starts later', async () => {
    const [first, second, third] = [
      new SharingWorker('w1'),
      new SharingWorker('w2'),
      new SharingWorker('w3'),
    ];
    await settle(first);
    expect(sizes(first)).toEqual([50]);
    await settle(first, second);
    expect(sizes(first, second)).toEqual([25, 25]);
    await settle(first, second, third);
    expect(sizes(first, second, third)).toEqual([16, 17, 17]);
  });

  it('make one pass for all changes that wait for it, and another for those that come during it', async () => {
    const worker = new SharingWorker('w1');
    await Promise.all(clusterIds.map(() => worker.supervisor.check()));
    expect(worker.passes).toBe(1);
    const running = worker.supervisor.check();
    await vi.waitFor(() => expect(worker.passes).toBe(2), { timeout: 30_000 });
    await worker.supervisor.check();
    await running;
    expect(worker.passes).toBe(3);
  });

  it('keep what they hold when nothing changes', async () => {
    const [first, second] = [new SharingWorker('w1'), new SharingWorker('w2')];
    await settle(first, second);
    const before = [...first.runtimes.values(), ...second.runtimes.values()];
    clock.advance(leaseMs / 2);
    await settle(first, second);
    expect([...first.runtimes.values(), ...second.runtimes.values()]).toEqual(before);
  });

  it('start a cluster again whose endpoint or certificate authority has changed', async () => {
    const worker = new SharingWorker('w1');
    await settle(worker);
    const [changed = '', unchanged = ''] = clusterIds;
    const leaseOf = (id: string) => worker.runtimes.get(id);
    for (const change of [{ endpoint: 'https://other' }, { certificateAuthority: 'bmV3' }]) {
      const before = [leaseOf(changed), leaseOf(unchanged)];
      const cluster = await store.clusters.find(changed);
      await store.clusters.save({ ...cluster!, ...change });
      await settle(worker);
      expect(leaseOf(changed)).not.toEqual(before[0]);
      expect(leaseOf(unchanged)).toEqual(before[1]);
    }
  });

  it('acquire the clusters of a worker that died, which can no longer write', async () => {
    const [first, second, dead] = [
      new SharingWorker('w1'),
      new SharingWorker('w2'),
      new SharingWorker('w3'),
    ];
    await settle(first, second, dead);
    clock.advance(leaseMs - 1_000);
    await settle(first, second);
    expect(sizes(first, second)).toEqual([17, 17]);
    clock.advance(2_000);
    await settle(first, second);
    expect(sizes(first, second)).toEqual([25, 25]);
    const written = [...(await first.act()), ...(await second.act())];
    expect(written.toSorted()).toEqual(clusterIds.toSorted());
    expect(dead.runtimes.size).toBe(16);
    expect(await dead.act()).toEqual([]);
  });

  it('acquire the clusters of a worker that was stopped without waiting for its leases', async () => {
    const [first, stopped] = [new SharingWorker('w1'), new SharingWorker('w2')];
    await settle(first, stopped);
    await stopped.supervisor.stop();
    await settle(first);
    expect(sizes(first)).toEqual([50]);
  });
});

describe('a worker that dies', () => {
  it('costs other clusters little, whichever cluster ends it', async () => {
    const [poisoned = ''] = clusterIds.slice(30);
    const isDead = ({ runtimes }: SharingWorker) => runtimes.has(poisoned);
    const startedAt = clock.now();
    let worker = new SharingWorker('w1');
    let trials = new SharingWorker('w1/trials', true);
    const hasTime = () => clock.now() - startedAt < 30 * 60_000;
    const deaths = { worker: 0, trials: 0 };
    // A process ends when it reads this cluster, without releasing any; another one starts.
    const pass = async (): Promise<void> => {
      await worker.check();
      await trials.check();
      clock.advance(5_000);
      if (isDead(worker)) {
        worker = new SharingWorker('w1');
        deaths.worker += 1;
      }
      if (!isDead(trials)) return;
      trials = new SharingWorker('w1/trials', true);
      deaths.trials += 1;
    };
    const held = () => worker.runtimes.size + trials.runtimes.size;
    while (held() < clusterCount - 1 && hasTime()) await pass();
    // Two deaths make all clusters suspects; from then on, the worker is not ended any more.
    expect(deaths.worker).toBe(2);
    expect(deaths.trials).toBeLessThan(7);
    expect(clock.now() - startedAt).toBeLessThan(15 * 60_000);
    expect((await store.clusters.find(poisoned))?.connection).toMatchObject({
      state: 'Unreachable',
      problem: expect.stringMatching(
        /^\d+ workers ended one after the other while they read the cluster; the last one was w1\/trials\. Kerf tries it again at 2026-11-23T12:\d\d:\d\d\.\d{3}Z, apart from others\.$/,
      ),
    });
    // The next trial ends nothing else, and the others return to the worker when they are trusted.
    const before = deaths.trials;
    while (deaths.trials === before && hasTime()) await pass();
    for (let passes = 0; passes < 4; passes += 1) await pass();
    expect(worker.runtimes.size).toBe(clusterCount - 1);
    expect(deaths).toEqual({ worker: 2, trials: before + 1 });
  });

  it('twice for another reason than its clusters lets none of them wait', async () => {
    for (let ends = 0; ends < 2; ends += 1) {
      const ended = new SharingWorker('w1');
      await ended.check();
      expect(ended.runtimes.size).toBe(clusterCount);
    }
    const worker = new SharingWorker('w1');
    const trials = new SharingWorker('w1/trials', true);
    await worker.check();
    await trials.check();
    expect([worker.runtimes.size, worker.trials, trials.runtimes.size]).toEqual([0, 1, 50]);
  });

  it('has a process for trials only while there are suspects that may be tried', async () => {
    const worker = new SharingWorker('w1');
    const trials = new SharingWorker('w1/trials', true);
    const [suspect = ''] = clusterIds;
    worker.onStart = (id, fail) => {
      worker.onStart = () => undefined;
      fail(new AppError({ code: 'CLUSTER.TOO_LARGE', message: `${id} is too large.` }));
    };
    await settle(worker, trials);
    await trials.supervisor.trialsDone;
    expect(worker.trials).toBe(0);
    expect(sizes(worker, trials)).toEqual([0, clusterCount - 1]);
    for (let seconds = 0; seconds <= 300; seconds += 5) {
      clock.advance(5_000);
      await worker.check();
    }
    expect(worker.trials).toBeGreaterThan(0);
    await trials.check();
    expect([...trials.runtimes.keys()]).toEqual([suspect]);
    // It survives, and the worker has it again.
    for (let seconds = 0; seconds <= 900; seconds += 10) {
      clock.advance(10_000);
      await worker.check();
      await trials.check();
    }
    await settle(worker, trials);
    expect(sizes(worker, trials)).toEqual([0, 50]);
  });

  it('is not blamed on clusters after an outage of the database', async () => {
    const [first, second] = [new SharingWorker('w1'), new SharingWorker('w2')];
    await settle(first, second);
    for (let outages = 0; outages < 5; outages += 1) {
      clock.advance(leaseMs * 2);
      for (const worker of [first, second, first, second]) await worker.check();
    }
    await settle(first, second);
    expect(sizes(first, second)).toEqual([25, 25]);
    const { rows } = await database.pool.query('SELECT max(deaths) AS most FROM cluster_leases');
    expect(rows).toEqual([{ most: 0 }]);
  });
});

describe('a cluster that is too large for the worker', () => {
  const refuseFirst = (id: string, fail: (error: unknown) => void): void => {
    if (id === clusterIds[0])
      fail(new AppError({ code: 'CLUSTER.TOO_LARGE', message: 'The cluster is too large.' }));
  };

  it('is released, and tried again apart from others after pauses that grow', async () => {
    const worker = new SharingWorker('w1');
    const trials = new SharingWorker('w1/trials', true);
    const attempts: number[] = [];
    for (const one of [worker, trials]) {
      one.onStart = (id, fail) => {
        refuseFirst(id, fail);
        if (id === clusterIds[0]) attempts.push(clock.now());
      };
    }
    for (let pass = 0; pass < 225; pass += 1) {
      await worker.check();
      await trials.check();
      clock.advance(10_000);
    }
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    // Each pass is ten seconds after the one before.
    expect(pauses.map((ms) => Math.floor(ms / 60_000))).toEqual([5, 10, 20]);
    expect(sizes(worker, trials)).toEqual([0, clusterCount - 1]);
    expect((await store.clusters.find(clusterIds[0] ?? ''))?.connection).toMatchObject({
      state: 'Unreachable',
      problem: expect.stringMatching(
        /^The cluster is too large\. Kerf tries it again at 2026-\S+, or when the limit is raised\.$/,
      ),
    });
  });

  it('is tried at once by a worker whose limits are higher, and not by one whose limits are lower', async () => {
    const worker = new SharingWorker('w1');
    worker.onStart = refuseFirst;
    await settle(worker);
    await settle(worker);
    const triedBy = async (limits: SharingWorker['limits']): Promise<readonly string[]> => {
      const trials = new SharingWorker('w2/trials', true, limits);
      await trials.check();
      return [...trials.runtimes.keys()];
    };
    expect(await triedBy(worker.limits)).toEqual([]);
    expect(await triedBy({ maxObjects: 2_000, maxMib: 256 })).toEqual([]);
    expect(await triedBy({ maxObjects: 1_000, maxMib: 1_024 })).toEqual([clusterIds[0]]);
  });
});
