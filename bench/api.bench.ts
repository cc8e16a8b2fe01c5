// Latency of lists and searches over a fleet of 5,000 nodes and 100,000 pods: from the request to the last byte of
// the response, over loopback, with the queries of the dashboard.
import { setTimeout as sleep } from 'node:timers/promises';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@kerf/local-stack';
import type * as Api from '../apps/api/src/testing/api-under-test.js';
import type * as Fleet from '../apps/api/src/testing/store-large-fleet.js';
import { type Figure, percentile } from './figure.ts';
import { withFolder } from './stack.ts';

const size = { nodes: 5_000, pods: 100_000 };
const requests = 200;
const rounds = 5;
const warmUp = 50;
/** Below the rate limit of one caller. */
const betweenMs = 21;

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const options = { folder, durable: false, createsDatabases: true };
    const postgres = await startEmbeddedPostgres(options);
    try {
      return await measure(postgres.url);
    } finally {
      await postgres.stop();
      await removeEmbeddedPostgres(folder);
    }
  });
}

async function measure(databaseUrl: string): Promise<readonly Figure[]> {
  // As in the image: otherwise graphql-js checks each value twice.
  process.env['NODE_ENV'] = 'production';
  const { ApiUnderTest }: typeof Api = await built('api-under-test');
  const { storeLargeFleet, largeCluster }: typeof Fleet = await built('store-large-fleet');
  const api = await ApiUnderTest.start(databaseUrl);
  try {
    const { ports, database } = api.api.parts;
    await storeLargeFleet(ports.store, size);
    // As autovacuum does within a minute; until then Postgres plans for nearly empty tables.
    await database.pool.query('ANALYZE');
    const lists = new NodeLists(api.url, api.reader, largeCluster.id);
    for (let index = 0; index < warmUp; index += 1) await lists.page(50, null);
    const cpuFrom = process.cpuUsage();
    const pages = await times(requests, async () => (await lists.page(50, null)).ms);
    const cpu = process.cpuUsage(cpuFrom);
    const sorted = await times(requests, async () => (await lists.page(50, null, 'PRICE')).ms);
    const all = await times(rounds, () => lists.all());
    const [first = 0] = await times(1, () => lists.bulk());
    const bulkCpuFrom = process.cpuUsage();
    const bulk = await times(requests, () => lists.bulk());
    const bulkCpu = process.cpuUsage(bulkCpuFrom);
    const searches = await measureSearches(lists);
    const p95 = (values: readonly number[]) => ({ unit: 'ms', value: percentile(values, 0.95) });
    const eachMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000 / requests;
    return [
      { name: '50 of 5,000 nodes, p95', ...p95(pages), goal: { atMost: 10 }, note: 'GraphQL' },
      {
        name: '50 of 5,000 nodes, processor time',
        unit: 'ms',
        value: eachMs(cpu),
        note: 'mean, including the client; more reliable than p95 on a busy machine',
      },
      { name: '50 of 5,000 nodes by price, p95', ...p95(sorted), goal: { atMost: 10 } },
      {
        name: 'all 5,000 nodes at once, p95',
        ...p95(bulk),
        goal: { atMost: 50 },
        note: 'REST all-nodes, while no node changes',
      },
      { name: 'all 5,000 nodes at once, processor time', unit: 'ms', value: eachMs(bulkCpu) },
      { name: 'all 5,000 nodes at once, after a change', unit: 'ms', value: first },
      {
        name: 'all 5,000 nodes in pages, p95',
        ...p95(all),
        note: '50 GraphQL pages of 100, one after the other',
      },
      ...searches,
    ];
  } finally {
    await api.close();
  }
}

/** Texts that are searched, from the cheapest to what every pod matches and what none does. */
const searchTexts = [
  ['for the name of a pod', 'web-73421'],
  ['for the ID of an instance', 'i-00000000000000fff'],
  ['for a part of names', '-7342'],
  ['for the owner of all 100,000 pods', 'web'],
  ['for what is not there', 'not-there'],
] as const;

async function measureSearches(lists: NodeLists): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, text] of searchTexts) {
    for (let index = 0; index < warmUp; index += 1) await lists.search(text);
    const measured = await times(requests, () => lists.search(text));
    const value = percentile(measured, 0.95);
    figures.push({ name: `search ${name}, p95`, unit: 'ms', value, goal: { atMost: 50 } });
  }
  return figures;
}

/** Imports the built module; its type is that of the source. */
const built = (name: string) =>
  import(new URL(`../apps/api/dist/testing/${name}.js`, import.meta.url).href);

async function times(
  count: number,
  measureOnce: () => Promise<number>,
): Promise<readonly number[]> {
  const measured: number[] = [];
  for (let index = 0; index < count; index += 1) measured.push(await measureOnce());
  return measured;
}

const query = `query ($clusterId: ID!, $first: Int!, $after: String, $field: NodeOrderField!) {
  nodes(clusterId: $clusterId, first: $first, after: $after,
    orderBy: { field: $field, direction: ASC }) {
    nodes { name nodePool instanceType zone capacityType arch price state cpuAllocatableMilli
      cpuRequestedMilli memoryAllocatableBytes memoryRequestedBytes podCapacity podCount
      blockers { code data } createdAt }
    pageInfo { hasNextPage endCursor } asOf } }`;

const searchQuery = `query ($text: String!) { search(query: $text, limit: 20) {
  kind match title subtitle path } }`;

interface NodesAnswer {
  readonly data: {
    readonly nodes: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  };
}

class NodeLists {
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #clusterId: string;

  constructor(url: string, sender: Readonly<Record<string, string>>, clusterId: string) {
    this.#origin = url;
    this.#headers = { ...sender, 'content-type': 'application/json' };
    this.#clusterId = clusterId;
  }

  async page(first: number, after: string | null, field = 'NAME') {
    await sleep(betweenMs);
    const variables = { clusterId: this.#clusterId, first, after, field };
    const from = performance.now();
    const response = await fetch(`${this.#origin}/graphql`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    const ms = performance.now() - from;
    if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
    const { data }: NodesAnswer = JSON.parse(text);
    return { ms, ...data.nodes.pageInfo };
  }

  /** Reads all nodes by one request. */
  async bulk(): Promise<number> {
    await sleep(betweenMs);
    const from = performance.now();
    const response = await fetch(`${this.#origin}/api/v1/clusters/${this.#clusterId}/all-nodes`, {
      headers: this.#headers,
    });
    const { byteLength } = await response.arrayBuffer();
    const ms = performance.now() - from;
    if (response.status !== 200) throw new Error(`${response.status}, ${byteLength} bytes`);
    return ms;
  }

  /** Searches as the palette does. */
  async search(text: string): Promise<number> {
    await sleep(betweenMs);
    const from = performance.now();
    const response = await fetch(`${this.#origin}/graphql`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify({ query: searchQuery, variables: { text } }),
    });
    const answer = await response.text();
    const ms = performance.now() - from;
    if (response.status !== 200) throw new Error(`${response.status}: ${answer}`);
    return ms;
  }

  /** Reads all pages; the pauses are not counted. */
  async all(): Promise<number> {
    let ms = 0;
    let after: string | null = null;
    for (;;) {
      const page = await this.page(100, after);
      ms += page.ms;
      if (!page.hasNextPage) return ms;
      after = page.endCursor;
    }
  }
}
