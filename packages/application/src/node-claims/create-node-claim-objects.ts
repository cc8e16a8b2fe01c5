import type { ClusterId, NodeClaimId } from '@kerf/core';
import { connectionOf, requireCluster, requireKnown } from '../clusters/api.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { objectContext } from './object-context.js';

/**
 * Creates the NodeClaim objects of new NodeClaims while their instances are being launched: nodes
 * refer to them when they join, and users watch them. {@link syncNodeClaim} writes later states.
 * @throws CLUSTER.* with a retry: the first failure, after all other objects are created
 */
export async function createNodeClaimObjects(
  ports: Pick<Ports, 'store' | 'gateway' | 'memory' | 'clock'>,
  input: { readonly clusterId: ClusterId; readonly nodeClaimIds: readonly NodeClaimId[] },
): Promise<JobOutcome> {
  const { store, gateway, memory, clock } = ports;
  const cluster = requireKnown(await requireCluster(store, input.clusterId));
  if (cluster.mode === 'observe') return done;
  const claims = (await store.nodeClaims.findAll(input.nodeClaimIds)).filter(
    (claim) => !hasEnded.includes(claim.state) && !memory.published.wasShown(claim),
  );
  if (claims.length === 0) return done;
  const [nodePools, launchOptions] = await Promise.all([
    store.definitions.nodePools(cluster.id),
    store.nodeClaims.launchOptions(claims.map(({ id }) => id)),
  ]);
  await gateway.createNodeClaims(
    connectionOf(cluster),
    claims.map((claim) => ({
      claim,
      context: objectContext(claim, {
        pool: nodePools.find(({ name }) => name === claim.nodePool) ?? null,
        launchOptions: () => Promise.resolve(launchOptions.get(claim.id) ?? null),
        now: clock.now(),
        consistent: null,
        disruption: null,
      }),
    })),
  );
  return done;
}

/** States in which no object is created. */
const hasEnded: readonly string[] = ['Terminating', 'Terminated', 'LaunchFailed'];
