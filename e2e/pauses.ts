import { callApi } from './people.js';
import { expect } from './product.js';

interface Items<Item> {
  readonly items: readonly Item[];
}

interface Pause {
  readonly id: string;
  readonly scope: { readonly nodePool: string | null };
  readonly setAt: string;
  readonly releasedAt: string | null;
}

/** Releases the pauses in force of a NodePool, also those that Kerf set. */
export async function releasePausesOf(clusterName: string, nodePool: string): Promise<void> {
  for (const { id } of await pausesOf(clusterName, nodePool, false)) {
    const released = await callApi('DELETE', `/api/v1/pauses/${id}`, {
      headers: { 'if-match': '*' },
    });
    expect(released.status, JSON.stringify(released.body)).toBe(200);
  }
}

/**
 * Returns when decisions were proposed that remove nodes of the NodePool: while its newest pause was in
 * force, and after its release. A command that had begun before the pause is in neither.
 */
export async function removalsBetween(
  clusterName: string,
  nodePool: string,
): Promise<{ readonly whilePaused: readonly string[]; readonly after: readonly string[] }> {
  const [pause] = await pausesOf(clusterName, nodePool, true);
  const { setAt, releasedAt } = pause ?? { setAt: '', releasedAt: null };
  if (releasedAt === null) throw new TypeError(`no pause of ${nodePool} was released`);
  const { body } = await callApi<Items<{ readonly proposedAt: string }>>(
    'GET',
    `/api/v1/decisions?cluster=${clusterName}&nodePool=${nodePool}&kind=EMPTY&kind=CONSOLIDATE`,
  );
  const times = body.items.map(({ proposedAt }) => proposedAt);
  return {
    whilePaused: times.filter((at) => at > setAt && at < releasedAt),
    after: times.filter((at) => at >= releasedAt),
  };
}

/** Returns the pauses of exactly this NodePool, newest first. */
export async function pausesOf(
  clusterName: string,
  nodePool: string,
  includeReleased: boolean,
): Promise<readonly Pause[]> {
  const { body } = await callApi<Items<Pause>>(
    'GET',
    `/api/v1/pauses?cluster=${clusterName}&includeReleased=${includeReleased}`,
  );
  return body.items.filter(({ scope }) => scope.nodePool === nodePool);
}
