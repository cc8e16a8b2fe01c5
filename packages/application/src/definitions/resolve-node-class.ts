import type { ClusterId } from '@kerf/core';
import type { NodeClassResolution } from '../domain/definition/definition.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { reconcileStandaloneClaimsAt } from '../recording/reconcile-standalone-claims-at.js';
import { reconcileStaticPoolsSoon } from '../recording/reconcile-static-pools-soon.js';
import { cloudTargetOf, requireCluster, requireKnown } from '../snapshot/require-cluster.js';

/** Looks up what a node class' selectors stand for now. */
export async function resolveNodeClass(
  ports: Pick<Ports, 'store' | 'clock' | 'cloud'>,
  input: { readonly clusterId: ClusterId; readonly name: string },
): Promise<JobOutcome> {
  const found = await ports.store.definitions.find(input.clusterId, 'EC2NodeClass', input.name);
  if (found?.kind !== 'EC2NodeClass') return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const resolution = await ports.cloud.resolveNodeClass(
    cloudTargetOf(cluster),
    found,
    cluster.facts.kubernetesVersion,
    cluster.mode,
  );
  await ports.store.transaction(async (tx) => {
    const isSaved = await tx.definitions.saveResolution(found, resolution);
    if (!isSaved || isSameForPeople(found.resolution, resolution)) return;
    // Static pools of the class, and claims without a pool, may have waited for it.
    await tx.outbox.add([reconcileStandaloneClaimsAt(input.clusterId, ports.clock.now())]);
    await reconcileStaticPoolsSoon(
      ports,
      tx,
      input.clusterId,
      ({ spec }) => spec.template.spec.nodeClassRef.name === input.name,
    );
    // The pools that name the class are ready or not with it, so no single object is named.
    await tx.changes.publish({
      topic: 'definition',
      clusterId: input.clusterId,
      id: null,
      version: resolution.resolvedAt,
    });
  });
  return done;
}

/** The same for all classes of a cluster; one that fails does not keep the others from it. */
export async function resolveNodeClasses(
  ports: Pick<Ports, 'store' | 'clock' | 'cloud'>,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const nodeClasses = await ports.store.definitions.nodeClasses(input.clusterId);
  const results = await Promise.allSettled(
    nodeClasses.map(({ name }) => resolveNodeClass(ports, { ...input, name })),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return done;
}

/** Free addresses and the time of the look-up change all the time; nobody waits for those. */
function isSameForPeople(before: NodeClassResolution | null, after: NodeClassResolution): boolean {
  const essence = (resolution: NodeClassResolution | null): string =>
    JSON.stringify([
      resolution?.subnets.map(({ id }) => id),
      resolution?.securityGroups,
      resolution?.images.map(({ id }) => id),
      resolution?.instanceProfile,
      resolution?.problems,
    ]);
  return essence(before) === essence(after);
}
