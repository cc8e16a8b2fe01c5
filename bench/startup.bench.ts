// Time from `npm start` until the API has nodes of all clusters.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { type RunningStack, startStack, withFolder } from './stack.ts';

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => [
    {
      name: 'first start, built',
      value: await timeStart(folder),
      unit: 's',
      goal: { atMost: 120 },
      note: 'empty data folder; without the build',
    },
    { name: 'second start', value: await timeStart(folder), unit: 's', goal: { atMost: 30 } },
  ]);
}

async function timeStart(folder: string): Promise<number> {
  const from = performance.now();
  const stack = await startStack(folder);
  try {
    while (!(await hasLiveNodes(stack))) await sleep(50);
    return (performance.now() - from) / 1000;
  } finally {
    await stack.stop();
  }
}

async function hasLiveNodes({ info }: RunningStack): Promise<boolean> {
  const response = await fetch(`${info.url}/api/v1/clusters`, {
    headers: { authorization: `Bearer ${info.apiToken}` },
  });
  const { items }: { readonly items: readonly ClusterItem[] } = JSON.parse(await response.text());
  return items.length === info.clusters.length && items.every(isLive);
}

interface ClusterItem {
  readonly connection: { readonly state: string };
  readonly summary: { readonly nodes: number } | null;
}

function isLive({ connection, summary }: ClusterItem): boolean {
  return connection.state === 'CONNECTED' && summary !== null && summary.nodes > 0;
}
