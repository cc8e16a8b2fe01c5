import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '@kerf/core';
import { nodeConfigUserData } from '@kerf/sandbox';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { makeCertificate } from '../../../../../conformance/faults/certificate.js';
import {
  type Exchange,
  type Fault,
  statusFault,
  type WatchFault,
} from '../../../../../conformance/faults/fault.js';
import { type FaultProxy, startFaultProxy } from '../../../../../conformance/faults/fault-proxy.js';
import { runsAllFaults, selectionNote } from '../../testing/fault-selection.js';
import { LiveCluster } from '../../testing/live-cluster.js';
import { inAllSources, readProviderIds } from '../../testing/provider-ids.js';

/*
 * The worker reaches its API server through a proxy: watches end every two seconds in one way or
 * another, and some requests hang, fail, or lose their answers.
 */

const limitMs = 120_000;
vi.setConfig({ testTimeout: limitMs, hookTimeout: 120_000 });

const replicas = 5;
let live: LiveCluster;
let proxy: FaultProxy;
let cutting: NodeJS.Timeout;

beforeAll(async () => {
  if (!runsAllFaults) return;
  live = await LiveCluster.open(inject('databaseUrl'), {
    workerId: 'behind-faults',
    workerEnv: { KERF_RETRY_CAP_SECONDS: '5' },
  });
  for (const [name, value] of Object.entries(live.fleet.awsEnvironment)) vi.stubEnv(name, value);
  const { server, caData } = live.kubeconfig.getCurrentCluster() ?? {};
  invariant(server !== undefined && caData !== undefined, 'the kubeconfig has the API server');
  const certificate = await makeCertificate();
  const upstreamAuthority = Buffer.from(caData, 'base64').toString();
  proxy = await startFaultProxy(server, { server: certificate, upstreamAuthority });
  await live.database.prisma.cluster.update({
    where: { id: live.cluster.id },
    data: {
      endpoint: proxy.url,
      certificateAuthority: Buffer.from(certificate.certificate).toString('base64'),
      endpointIsGiven: true,
    },
  });
  await live.create('exercise/node-class.yaml', (text) =>
    text.replace('amiFamily: AL2023', ownUserData(server, caData)),
  );
  await live.create('exercise/node-pool.yaml', (text) =>
    text.replace('consolidateAfter: 30s', 'consolidateAfter: 1s\n    budgets: [{ nodes: "100%" }]'),
  );
});

afterAll(async () => {
  if (!runsAllFaults) return;
  clearInterval(cutting);
  await live.close();
  await proxy.close();
  vi.unstubAllEnvs();
});

/** Nodes reach the API server without the proxy, so their user data is not Kerf's. */
function ownUserData(apiServerEndpoint: string, certificateAuthority: string): string {
  const unregistered = { key: 'karpenter.sh/unregistered', effect: 'NoExecute' };
  const { name } = live.cluster;
  const cluster = { name, apiServerEndpoint, certificateAuthority, cidr: '10.100.0.0/16' };
  const spec = { cluster, kubelet: { config: { registerWithTaints: [unregistered] } } };
  const config = { apiVersion: 'node.eks.aws/v1alpha1', kind: 'NodeConfig', spec };
  return [
    'amiFamily: Custom',
    '  amiSelectorTerms: [{ name: "amazon-eks-node-al2023-x86_64-standard-*", owner: amazon }]',
    `  userData: ${JSON.stringify(nodeConfigUserData(JSON.stringify(config)))}`,
  ].join('\n');
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMs - 20_000;
  while (!(await isSo())) {
    invariant(Date.now() < deadline, `${what}:\n${live.worker.log}`);
    await sleep(50);
  }
}

/** In turn, for all watches. */
const cuts: readonly WatchFault[] = ['end', 'reset', 'half-close', 'truncate'];
/** In turn, for the watches of one kind, which is then listed. */
const losses: readonly (readonly [fault: WatchFault, path: string])[] = [
  ['silence', '/api/v1/pods'],
  ['expire', '/api/v1/nodes'],
  ['expire', '/api/v1/pods'],
];

function cutWatches(): void {
  let turn = 0;
  cutting = setInterval(() => {
    const [loss, path] = losses[turn % losses.length] ?? ['expire', ''];
    if (turn % 5 === 1) proxy.faultWatches(loss, path);
    else proxy.faultWatches(cuts[turn % cuts.length] ?? 'end');
    turn += 1;
  }, 2_000);
}

const retryAfterSeconds = 1;
/** In turn; each eleventh request fails. */
const faults: readonly Fault[] = [
  statusFault(429, 'TooManyRequests', retryAfterSeconds),
  statusFault(500, 'InternalError', retryAfterSeconds),
  { kind: 'cut-answer' },
  statusFault(409, 'Conflict', retryAfterSeconds),
  { kind: 'half-close' },
  statusFault(403, 'Forbidden', retryAfterSeconds),
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'lose-answer' },
];
/** Nothing is decided while a list hangs, so lists get the other faults. */
const lasting: ReadonlySet<Fault['kind']> = new Set(['hang', 'lose-answer']);

function failSome(): void {
  let count = 0;
  proxy.choose = ({ isWatch, query }: Exchange): Fault | null => {
    if (isWatch) return null;
    count += 1;
    const fault = count % 11 === 0 ? faults[(count / 11) % faults.length] : undefined;
    return fault === undefined || (query.has('limit') && lasting.has(fault.kind)) ? null : fault;
  };
}

const removed = async (): Promise<boolean> =>
  isDeepStrictEqual(await readProviderIds(live), inAllSources([]));

it.runIf(runsAllFaults)(
  `launches each node once and removes it behind such a proxy${selectionNote}`,
  async () => {
    cutWatches();
    failSome();
    live.worker.start();
    await live.create('exercise/inflate.yaml');
    await until(
      'all pods run',
      async () => (await live.runningPods('inflate')).length === replicas,
    );
    await until('all sides agree', async () => {
      const sides = await readProviderIds(live);
      return isDeepStrictEqual(sides, inAllSources(sides.instances));
    });
    const { instances } = await readProviderIds(live);
    const launched = await live.database.prisma.nodeClaim.count({
      where: { launchedAt: { not: null } },
    });
    expect(instances).toHaveLength(launched);
    expect(instances.length).toBeGreaterThan(0);

    for (const object of live.read('exercise/inflate.yaml')) await live.objects.delete(object);
    await until('all nodes are gone, for all sides', removed);
    expect(live.worker.isRunning).toBe(true);
    const bugs = /nhandled|BUG\.|TypeError|ReferenceError|InvariantViolation/;
    expect(live.worker.log.split('\n').filter((line) => bugs.test(line))).toEqual([]);
    expect(proxy.exchanges.length).toBeGreaterThan(100);
  },
);
