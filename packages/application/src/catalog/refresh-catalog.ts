import { type ClusterId, type DurationMs, isAppError } from '@kerf/core';
import {
  cloudTargetOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/require-cluster.js';
import type { Ports } from '../ports/ports.js';
import type { CatalogScope } from '../ports/store.js';
import { done, type JobOutcome } from '../use-case-outcome.js';

type CatalogPorts = Pick<Ports, 'store' | 'clock' | 'cloud'>;

/** Source: karpenter aws pkg/controllers/providers/instancetype (12 h). */
const typesMaxAgeMs: DurationMs = 12 * 3_600_000;

/** Reads what the cluster's account and region offer, when what is known is old or missing. */
export async function refreshInstanceTypes(
  ports: CatalogPorts,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const scope = scopeOf(cluster);
  const known = await ports.store.catalog.facts(scope);
  if (known !== null && ports.clock.now() - known.fetchedAt < typesMaxAgeMs) return done;
  await noteStaleness(ports, cluster, known !== null, async () => {
    const facts = await ports.cloud.fetchCatalog(cloudTargetOf(cluster));
    await ports.store.transaction(async (tx) => {
      await tx.catalog.saveFacts(scope, facts);
      await publish(tx, cluster, facts.fetchedAt);
    });
  });
  return done;
}

/** Reads current spot prices. */
export async function refreshSpotPrices(
  ports: CatalogPorts,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const scope = scopeOf(cluster);
  const known = await ports.store.catalog.spotPrices(scope);
  await noteStaleness(ports, cluster, known.length > 0, async () => {
    const prices = await ports.cloud.fetchSpotPrices(cloudTargetOf(cluster));
    await ports.store.transaction(async (tx) => {
      const now = ports.clock.now();
      await tx.catalog.saveSpotPrices(scope, prices, now);
      await publish(tx, cluster, now);
    });
  });
  return done;
}

const scopeOf = (cluster: KnownCluster): CatalogScope => ({
  accountId: cluster.facts.accountId,
  region: cluster.region,
});

/** A refresh that fails leaves older facts in use, and says so; without any it is a failure. */
async function noteStaleness(
  ports: CatalogPorts,
  cluster: KnownCluster,
  hasOlder: boolean,
  refresh: () => Promise<void>,
): Promise<void> {
  const finding = {
    clusterId: cluster.id,
    code: 'CATALOG_STALE',
    object: `Region/${cluster.region}`,
  } as const;
  try {
    await refresh();
    await ports.store.findings.clear(finding.clusterId, finding.code, finding.object);
  } catch (error) {
    if (!isAppError(error)) throw error;
    await ports.store.findings.record({
      ...finding,
      message: `types or prices could not be read${hasOlder ? '; older ones are in use' : ''}: ${error.message}`,
      at: ports.clock.now(),
    });
    if (!hasOlder) throw error;
  }
}

function publish(
  tx: Pick<Ports['store'], 'changes'>,
  cluster: KnownCluster,
  version: number,
): Promise<void> {
  return tx.changes.publish({ topic: 'catalog', clusterId: cluster.id, id: null, version });
}
