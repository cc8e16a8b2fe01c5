import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const clustersPage = z.object({
  items: z.array(z.object({ name: z.string(), connection: z.object({ state: z.string() }) })),
  nextCursor: z.string().nullable(),
});
/** While its database does not respond, the worker tells no facts. */
const workerFacts = z.object({ servedClusters: z.number().default(0) });

/** States that a check of the registration or a first list ends. */
const unsettled: ReadonlySet<string> = new Set(['CHECKING', 'CONNECTING']);
/** The sandbox is up: a first list that failed on a busy machine is repeated. */
const unsettledInSandbox: ReadonlySet<string> = new Set([...unsettled, 'UNREACHABLE']);
const pollMs = 200;

export interface ServedClustersParts {
  /** Address of the API. */
  readonly url: string;
  readonly apiToken: string;
  /** Address of the worker's `/readyz`. */
  readonly workerUrl: string;
  /** Names of the sandbox's clusters. */
  readonly sandboxClusters: readonly string[];
  readonly timeoutMs: number;
}

/**
 * Waits until the worker serves each cluster of the sandbox, and each other one that can be reached: from then on, pending pods get plans.
 * @returns the clusters of which that is not so in time
 */
export async function waitUntilServed(parts: ServedClustersParts): Promise<readonly string[]> {
  const until = Date.now() + parts.timeoutMs;
  for (;;) {
    const waiting = await notServed(parts);
    if (waiting.length === 0 || Date.now() >= until) return waiting;
    await sleep(pollMs);
  }
}

async function notServed(parts: ServedClustersParts): Promise<readonly string[]> {
  const [clusters, { servedClusters }] = await Promise.all([
    listClusters(parts),
    read(parts.workerUrl, workerFacts),
  ]);
  const unsettledClusters = clusters.filter(({ name, connection }) => {
    const isOfSandbox = parts.sandboxClusters.includes(name);
    return (isOfSandbox ? unsettledInSandbox : unsettled).has(connection.state);
  });
  if (unsettledClusters.length > 0) return unsettledClusters.map(({ name }) => name);
  const connected = clusters.filter(({ connection }) => connection.state === 'CONNECTED');
  return connected.length <= servedClusters ? [] : connected.map(({ name }) => name);
}

async function listClusters({ url, apiToken }: ServedClustersParts) {
  const headers = { authorization: `Bearer ${apiToken}` };
  const clusters: z.infer<typeof clustersPage>['items'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await read(`${url}/api/v1/clusters?limit=100${query}`, clustersPage, headers);
    clusters.push(...page.items);
    cursor = page.nextCursor;
  }
  return clusters;
}

async function read<Value>(url: string, format: z.ZodType<Value>, headers = {}): Promise<Value> {
  const response = await fetch(url, { headers });
  return format.parse(await response.json());
}
