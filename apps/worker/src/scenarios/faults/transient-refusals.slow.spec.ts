import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '@kerf/core';
import { createReadQueries } from '@kerf/db';
import { CoreV1Api } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { runsAllFaults, selectionNote } from '../../testing/fault-selection.js';
import { LiveCluster } from '../../testing/live-cluster.js';
import { inAllSources, readProviderIds } from '../../testing/provider-ids.js';

/*
 * The cluster's API server refuses all of Kerf's requests for some seconds, as a real one does for
 * about a second after its start, or during a change of RBAC. Nothing may be left behind.
 */

const limitMs = 300_000;
vi.setConfig({ testTimeout: limitMs, hookTimeout: 120_000 });

const replicas = 7;

let live: LiveCluster;

beforeAll(async () => {
  if (!runsAllFaults) return;
  live = await LiveCluster.open(inject('databaseUrl'), {
    workerId: 'refused',
    hasInterruptionQueue: true,
    workerEnv: { KERF_RETRY_CAP_SECONDS: '5' },
  });
  for (const [name, value] of Object.entries(live.fleet.awsEnvironment)) vi.stubEnv(name, value);
  await live.create('exercise/node-class.yaml');
  await live.create('exercise/node-pool.yaml', (text) =>
    text
      .replace('consolidateAfter: 30s', 'consolidateAfter: 1s\n    budgets: [{ nodes: "100%" }]')
      .replace('["spot", "on-demand"]', '["spot"]'),
  );
  live.worker.start();
});

afterAll(async () => {
  if (!runsAllFaults) return;
  await live.close();
  vi.unstubAllEnvs();
});

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMs - 60_000;
  while (!(await isSo())) {
    invariant(Date.now() < deadline, `${what}:\n${live.worker.log}`);
    await sleep(50);
  }
}

const claimsIn = (...states: readonly string[]): Promise<number> =>
  live.database.prisma.nodeClaim.count({ where: { state: { in: [...states] } } });

/** Each pod needs a node of its own. */
async function createPods(): Promise<void> {
  await live.create('exercise/inflate.yaml', (text) =>
    text.replace('replicas: 5', `replicas: ${replicas}`).replace(
      '    spec:\n      containers:',
      `    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - topologyKey: kubernetes.io/hostname
              labelSelector: { matchLabels: { app: inflate } }
      containers:`,
    ),
  );
}

async function removePods(): Promise<void> {
  for (const object of live.read('exercise/inflate.yaml')) await live.objects.delete(object);
}

const refuse = (scenario: string, seconds: number): Promise<void> =>
  live.fleet.control(`scenarios/${scenario}`, { cluster: live.cluster.name, seconds });

async function untilAllRun(): Promise<void> {
  await until('all pods run', async () => (await live.runningPods('inflate')).length === replicas);
  await until('no claim is on its way', async () => {
    const moving = ['Requested', 'Launching', 'Launched', 'Registered', 'Terminating'];
    return (await claimsIn(...moving)) === 0;
  });
  await until('all sides agree', async () => {
    const sides = await readProviderIds(live);
    return isDeepStrictEqual(sides, inAllSources(sides.instances));
  });
}

interface LeftBehind {
  readonly openDecisions: number;
  readonly disruptedNodes: number;
  readonly bugs: readonly string[];
}
const nothing: LeftBehind = { openDecisions: 0, disruptedNodes: 0, bugs: [] };

/** Returns what the refusals left behind, once no decision is open. */
async function leftBehind(): Promise<LeftBehind> {
  const openDecisions = async (): Promise<number> =>
    (await live.store.decisions.open(live.cluster.id)).length;
  await until('no decision is open', async () => (await openDecisions()) === 0);
  const { items } = await live.kubeconfig
    .makeApiClient(CoreV1Api)
    .listNode({ labelSelector: 'karpenter.k8s.aws/ec2nodeclass' });
  return {
    openDecisions: await openDecisions(),
    disruptedNodes: items.filter(({ spec }) =>
      spec?.taints?.some(({ key }) => key === 'karpenter.sh/disrupted'),
    ).length,
    bugs: [
      ...(live.worker.isRunning ? [] : ['the worker has ended']),
      ...live.worker.log.split('\n').filter((line) => /nhandled|InvariantViolation/.test(line)),
    ],
  };
}

async function untilAllRemoved(): Promise<void> {
  await until('all nodes are gone, for all sides', async () =>
    isDeepStrictEqual(await readProviderIds(live), inAllSources([])),
  );
}

const refusals: readonly (readonly [scenario: string, seconds: number])[] = [
  ['access-denied', 4],
  ['token-refused', 4],
  ['api-restart', 4],
  ['access-denied', 60],
];

describe.runIf(runsAllFaults).each(refusals)(`%s for %d s${selectionNote}`, (scenario, seconds) => {
  it('during launch and registration leaves no node behind', async () => {
    await createPods();
    await until('a node is requested', async () => (await claimsIn('Launching', 'Launched')) > 0);
    await refuse(scenario, seconds);
    await untilAllRun();
    expect(await leftBehind()).toEqual(nothing);
  });

  it('during an interruption leaves neither node nor pods behind', async () => {
    await live.fleet.control('scenarios/spot-storm', {
      cluster: live.cluster.name,
      size: 1,
      seconds: 1,
    });
    await until('the warning has come', async () => (await claimsIn('Terminating')) > 0);
    await refuse(scenario, seconds);
    await untilAllRun();
    expect(await leftBehind()).toEqual(nothing);
  });

  it('during termination leaves no node behind', async () => {
    await removePods();
    await until('a node terminates', async () => (await claimsIn('Terminating')) > 0);
    await refuse(scenario, seconds);
    await untilAllRemoved();
    expect(await leftBehind()).toEqual(nothing);
  });
});

describe.runIf(runsAllFaults)(`access-denied for a minute and a half${selectionNote}`, () => {
  const findings = async () => {
    const found = await createReadQueries(live.database).clusters.findings([live.cluster.id]);
    return found.filter(({ code }) => code === 'OPERATION_FAILING');
  };

  it('is a finding with a remedy while it lasts', async () => {
    await createPods();
    await untilAllRun();
    await removePods();
    await until('a node terminates', async () => (await claimsIn('Terminating')) > 0);
    await refuse('access-denied', 90);
    const isReported = async (): Promise<boolean> =>
      (await findings()).some(
        ({ object, remedy }) =>
          object === 'Operation/node-claim.terminate' && remedy?.startsWith('Grant “') === true,
      );
    await until('the finding is recorded', isReported);
    await untilAllRemoved();
    await until('the finding is recorded no longer', async () => (await findings()).length === 0);
    expect(await leftBehind()).toEqual(nothing);
  });
});
