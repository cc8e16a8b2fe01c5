import type { ClusterId, Instant } from '@kerf/core';
import type { Repositories } from '../ports/store.js';

/** Records a finding for each kind whose watches deliver nothing, and clears the others. */
export async function recordSilence(
  { findings }: Pick<Repositories, 'findings'>,
  seen: {
    readonly clusterId: ClusterId;
    readonly silentKinds: readonly string[];
    readonly at: Instant;
  },
): Promise<void> {
  const { clusterId, silentKinds, at } = seen;
  const code = 'WATCH_SILENT';
  const objectOf = (kind: string): string => `Watch/${kind}`;
  await findings.clearOthers(clusterId, code, silentKinds.map(objectOf));
  for (const kind of silentKinds) {
    await findings.record({
      clusterId,
      code,
      object: objectOf(kind),
      message: `Watches of ${kind} are opened and deliver nothing, so Kerf lists ${kind} repeatedly and sees changes up to half a minute late.`,
      remedy:
        'Check the proxies and load balancers between Kerf and the API server: they must pass on events at once.',
      at,
    });
  }
}
