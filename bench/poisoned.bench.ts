// Ten clusters in one process, one of which is poisoned: how late the pods of the others arrive at the
// use cases, and how much memory the process takes. The poisoned server runs in a process of its own
// with the lowest priority, the nine others in another process. KERF_BENCH_POISONS chooses the poisons,
// in any order and number.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterEvents } from '@kerf/application';
import { type ClusterSession, createClusterSession } from '@kerf/cluster-kubernetes';
import { createAddressPolicy, systemClock } from '@kerf/system';
import { type Figure, percentile } from './figure.ts';

const poisons = (process.env['KERF_BENCH_POISONS'] ?? 'none,bodies,lines,lists,events').split(',');
const settleMs = 5_000;
const openWithinMs = 60_000;
const measureMs = Number(process.env['KERF_BENCH_MINUTES'] ?? 1 / 3) * 60_000;

export async function run(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const poison of poisons) figures.push(...(await measure(poison)));
  return figures;
}

async function measure(poison: string): Promise<readonly Figure[]> {
  const latencies: number[] = [];
  const children = [startServers('none', 9), startServers(poison, 1)] as const;
  const sessions = [
    ...(await openSessions(children[0], latencies)),
    ...(await openSessions(children[1], null)),
  ];
  const opened = Date.now();
  // The nine others are synced when pods of them arrive.
  while (latencies.length < 9 && Date.now() - opened < openWithinMs) await sleep(100);
  await sleep(settleMs);
  latencies.length = 0;
  let highestRss = 0;
  for (const end = Date.now() + measureMs; Date.now() < end; await sleep(100)) {
    highestRss = Math.max(highestRss, process.memoryUsage().rss);
  }
  const measured = [...latencies];
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(sessions.map((session) => session.stop()));
  const name = poison === 'none' ? 'without poison' : `endless ${poison}`;
  const note = `${measured.length} pods of nine clusters`;
  return [
    { name: `${name}: pod → use case, p50`, value: percentile(measured, 0.5), unit: 'ms', note },
    { name: `${name}: pod → use case, p99`, value: percentile(measured, 0.99), unit: 'ms' },
    { name: `${name}: highest memory`, value: Math.round(highestRss / 1024 ** 2), unit: 'MiB' },
  ];
}

const startServers = (poison: string, amount: number): ChildProcess =>
  fork(new URL('poisoned-servers.ts', import.meta.url), [poison, String(amount)]);

async function openSessions(
  child: ChildProcess,
  latencies: number[] | null,
): Promise<readonly ClusterSession[]> {
  const [{ ports, ca }] = await once(child, 'message');
  return ports.map((port: number) => {
    const session = createClusterSession({
      details: {
        clusterId: `clu_${port}`,
        endpoint: `https://127.0.0.1:${port}`,
        certificateAuthority: ca,
        target: { clusterName: `c${port}`, region: 'us-east-1', roleArn: 'r', externalId: null },
      },
      tokens: async () => ({ token: 't', expiresAt: Date.now() + 3_600_000 }),
      clock: systemClock,
      endpoints: createAddressPolicy(['127.0.0.0/8']),
      events: eventsOf(latencies),
    });
    session.start();
    return session;
  });
}

/** Records the time from sending a pod, which is its name, to its first report; `null` records nothing. */
function eventsOf(latencies: number[] | null): ClusterEvents {
  const seen = new Set<string>();
  const ignore = (): Promise<void> => Promise.resolve();
  return {
    podsProvisionable: async (_clusterId, pods) => {
      if (latencies === null) return;
      for (const { name } of pods) {
        if (!seen.has(name)) latencies.push(Date.now() - Number(name));
        seen.add(name);
      }
    },
    nodesChanged: ignore,
    podsMoved: ignore,
    definitionChanged: ignore,
    nodeClaimChanged: ignore,
    connectionChanged: ignore,
  };
}
