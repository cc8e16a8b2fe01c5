import { engineVersion, type PlannedStandaloneNode, planStandaloneNode } from '@kerf/engine';
import { connectionOf, type KnownCluster } from '../clusters/api.js';
import { pauseText } from '../domain/brake/pause.js';
import type { NodeClassDefinition } from '../domain/definition/definition.js';
import type { StandaloneClaimManifest } from '../domain/standalone-claim/standalone-claim-manifest.js';
import { reasonText } from '../domain/text/reason-text.js';
import type { CachedStandaloneClaim } from '../ports/cluster-cache.js';
import type { NodeClaimRefusal } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';
import { recordLaunches } from '../provisioning/api.js';
import { toRequestedClaim } from '../recording/new-node-claim.js';
import { instanceTypesOf } from '../snapshot/instance-types-by-node-pool.js';
import { loadOfferings } from '../snapshot/load-offerings.js';
import { engineSettings } from '../snapshot/load-snapshot.js';
import { notReadyClassReason } from '../snapshot/not-ready-reason.js';
import { pausesInForce, stopsLaunches } from '../snapshot/pauses-in-force.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { toStandaloneNode } from './to-standalone-node.js';

/** The ports that launching a standalone NodeClaim needs. */
export type LaunchPorts = Pick<
  Ports,
  | 'store'
  | 'clock'
  | 'ids'
  | 'digest'
  | 'cache'
  | 'memory'
  | 'gateway'
  | 'instanceTypes'
  | 'manifests'
>;

/** An object that can be launched, and the planned node. */
interface Plan {
  readonly kind: 'Planned';
  readonly spec: StandaloneClaimManifest;
  readonly nodeClass: NodeClassDefinition;
  readonly planned: PlannedStandaloneNode;
  /** Digest of all inputs of the plan. */
  readonly digest: string;
}

interface Refused extends NodeClaimRefusal {
  readonly kind: 'Refused';
}

/**
 * Records a NodeClaim and its decision for a NodeClaim object that a user created, and requests its
 * launch. When it cannot be launched, a status condition and a finding say why; the object stays,
 * so that its owner can fix or delete it.
 * @returns whether the launch was requested
 */
export async function launchStandaloneClaim(
  ports: LaunchPorts,
  cluster: KnownCluster,
  object: CachedStandaloneClaim,
): Promise<boolean> {
  const plan = await planClaim(ports, cluster, object);
  if (plan.kind === 'Refused') {
    await refuse(ports, cluster, object, plan);
    return false;
  }
  await ports.store.transaction((tx) =>
    recordLaunches(ports, tx, {
      cluster,
      digest: plan.digest,
      origin: { batchId: null, standaloneClaim: object.name },
      result: {
        engineVersion,
        newNodeClaims: [plan.planned],
        existingNodes: [],
        unschedulable: [],
        totalPriceMicroUsdPerHour: plan.planned.expected.priceMicroUsdPerHour,
        cost: null,
      },
      pods: {},
      claimOf: (planned, decisionId) =>
        toRequestedClaim(ports, planned, {
          clusterId: cluster.id,
          name: object.name,
          nodePool: null,
          nodeClass: plan.nodeClass.name,
          nodePoolHash: '',
          nodeClassHash: plan.nodeClass.driftHash,
          decisionId,
          terms: {
            expireAfter: plan.spec.expireAfter,
            terminationGracePeriod: plan.spec.terminationGracePeriod ?? null,
          },
          standalone: { objectUid: object.uid, createdAt: object.createdAt },
        }),
    }),
  );
  return true;
}

/** Returns the object name of the finding about a standalone NodeClaim. */
export const findingObject = ({ name }: Pick<CachedStandaloneClaim, 'name'>): string =>
  `NodeClaim/${name}`;

async function refuse(
  ports: LaunchPorts,
  cluster: KnownCluster,
  object: CachedStandaloneClaim,
  { reason, message }: Refused,
): Promise<void> {
  await ports.gateway.applyNodeClaimRefusal(connectionOf(cluster), object, { reason, message });
  await ports.store.transaction((tx) =>
    tx.findings.record({
      clusterId: cluster.id,
      code: 'STANDALONE_CLAIM_REFUSED',
      object: findingObject(object),
      message,
      at: ports.clock.now(),
    }),
  );
}

async function planClaim(
  ports: LaunchPorts,
  cluster: KnownCluster,
  object: CachedStandaloneClaim,
): Promise<Plan | Refused> {
  const { spec, findings } = ports.manifests.readStandaloneClaim(object.spec);
  if (spec === null) {
    const problems = findings.filter(({ severity }) => severity === 'Error');
    return refused(
      'ValidationFailed',
      problems.map(({ path, message }) => `${path}: ${message}`).join('; '),
    );
  }
  const pauses = await pausesInForce(ports.store, cluster.id, ports.clock.now());
  const pause = pauses.stopping([null], stopsLaunches);
  if (pause !== null) return refused('LaunchesPaused', `Launches are ${pauseText(pause)}`);
  const { name } = spec.nodeClassRef;
  const nodeClasses = await ports.store.definitions.nodeClasses(cluster.id);
  const refusals = await ports.store.definitions.refusals(cluster.id);
  const nodeClass = nodeClasses.find((known) => known.name === name);
  const shown = viewIfSynced(ports, cluster.id);
  const notReady = notReadyClassReason(name, { nodeClasses, refusals, shown });
  if (nodeClass === undefined || notReady !== null) {
    return refused('NodeClassNotReady', notReady ?? '');
  }
  const offerings = await loadOfferings(ports.store, cluster, {
    now: ports.clock.now(),
    nodeClasses,
  });
  const types = instanceTypesOf(ports, cluster.id, nodeClass, offerings);
  const node = toStandaloneNode(object, spec);
  const plan = planStandaloneNode(node, types, engineSettings(ports, cluster));
  if (plan.kind === 'Refused') return refused('InsufficientCapacity', reasonText(plan.reason));
  const { catalog, spotPrices, unavailable, reservedLaunches, zonalShifts } = offerings;
  const digest = ports.digest.of([
    object.uid,
    node,
    [nodeClass.revision, nodeClass.resolution],
    [catalog.region, catalog.fetchedAt],
    [spotPrices, unavailable, reservedLaunches, zonalShifts],
  ]);
  return { kind: 'Planned', spec, nodeClass, planned: plan.planned, digest };
}

const refused = (reason: Refused['reason'], message: string): Refused => ({
  kind: 'Refused',
  reason,
  message,
});
