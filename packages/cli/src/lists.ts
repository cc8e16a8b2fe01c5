import { type Cluster, dataOf, itemsOf, type KerfClient, KerfProblem } from '@kerf/client';
import { exitCodes } from './exit-codes.js';
import { Failure } from './failure.js';
import type { Filters } from './resource.js';
import { clusterStates } from './states.js';

const limit = 100;

/** Returns the values that are known. @throws Failure for another one */
export function known<Value extends string>(
  values: readonly Value[],
  given: readonly string[] | undefined,
): readonly Value[] | undefined {
  return given?.map((text) => {
    const value = values.find((each) => each === text.toUpperCase().replaceAll('-', '_'));
    if (value !== undefined) return value;
    throw new Failure(exitCodes.usage, `${text} is no state. Use one of ${values.join(', ')}.`);
  });
}

/** Leaves out what is not set: the client sends each member. */
export function query(value: object) {
  return {
    limit,
    ...Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)),
  };
}

/** Lists clusters. */
export const listClusters = (client: KerfClient, { search, state }: Filters) =>
  itemsOf((cursor) =>
    dataOf(
      client.GET('/api/v1/clusters', {
        params: { query: query({ cursor, search, state: known(clusterStates, state) }) },
      }),
    ),
  );

/** Returns a cluster; `null` for one that was removed meanwhile. */
export async function findCluster(client: KerfClient, cluster: string): Promise<Cluster | null> {
  try {
    return await dataOf(
      client.GET('/api/v1/clusters/{cluster}', { params: { path: { cluster } } }),
    );
  } catch (error) {
    if (error instanceof KerfProblem && error.status === 404) return null;
    throw error;
  }
}

/** Names of the clusters to look in. */
async function* clusterNames(client: KerfClient, cluster: string | undefined) {
  if (cluster !== undefined) yield cluster;
  else for await (const { name } of listClusters(client, {})) yield name;
}

/** Lists what is in one cluster, or in each. */
export async function* ofClusters<Item extends object>(
  client: KerfClient,
  cluster: string | undefined,
  list: (cluster: string) => AsyncIterable<Item>,
): AsyncGenerator<Item & { readonly clusterName: string }> {
  for await (const clusterName of clusterNames(client, cluster)) {
    for await (const item of list(clusterName)) yield { ...item, clusterName };
  }
}
