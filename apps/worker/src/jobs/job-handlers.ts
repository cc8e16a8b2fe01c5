import {
  adoptNodeClaims,
  checkBrakes,
  checkConsistency,
  checkInstanceStatus,
  checkLiveness,
  checkNodeHealth,
  checkRegistration,
  collectGarbage,
  createNodeClaimObjects,
  deliverNotification,
  done,
  doneUntil,
  executeDecision,
  expireNodeClaims,
  followReservations,
  holdNodeClasses,
  initializeNodeClaim,
  type JobOutcome,
  launchNodeClaims,
  noteStalls,
  notNeeded,
  type Ports,
  planDisruption,
  pruneSimulations,
  publishConditions,
  publishDefinitionStatus,
  publishNodeOverlays,
  readScheduledEvents,
  readZonalShifts,
  reconcileCapacityBuffers,
  reconcileStandaloneClaims,
  reconcileStaticPools,
  refreshConnection,
  refreshInstanceTypes,
  refreshOnDemandPrices,
  refreshSpotPrices,
  registerNodeClaim,
  replanDecision,
  replyToSlack,
  resolveNodeClass,
  resolveNodeClasses,
  routeNotification,
  simulateDisruption,
  solveBatch,
  syncDefinition,
  syncNodeClaim,
  terminateNodeClaim,
  validateDecision,
} from '@kerf/application';
import type { JobHandlers } from '@kerf/queue-bullmq';
import { readingOnce } from './reading-once.js';

/** Maps each job to its use case. A missing or an extra job does not compile. */
export function createHandlers(ports: Ports): JobHandlers {
  const evaluateDisruption = oneAtATime((clusterId) => planDisruption(ports, clusterId));
  const checkBrakesOnce = oneAtATime((clusterId) => checkBrakes(ports, clusterId));
  return {
    'brake.check': ({ clusterId }) => checkBrakesOnce(clusterId),
    'cluster.check-registration': (payload) => checkRegistration(ports, payload),
    'cluster.refresh-connection': async ({ clusterId }) => {
      await refreshConnection(ports, clusterId);
      return done;
    },
    'provisioning.solve-batch': (payload) => solveBatch(ports, payload),
    'provisioning.reconcile-static-pools': ({ clusterId }) =>
      whenDone(reconcileStaticPools(ports, clusterId)),
    'provisioning.reconcile-standalone-claims': ({ clusterId }) =>
      whenDone(reconcileStandaloneClaims(ports, clusterId)),
    'disruption.plan': ({ clusterId }) => evaluateDisruption(clusterId),
    'disruption.validate': (payload) => validateDecision(ports, payload),
    'disruption.simulate': (payload) => simulateDisruption(ports, payload),
    'disruption.replan': (payload) => replanDecision(ports, payload),
    'disruption.execute': (payload) => executeDecision(ports, payload),
    'node-claim.launch': (payload) => launchNodeClaims(ports, payload),
    'node-claim.register': (payload) => registerNodeClaim(ports, payload),
    'node-claim.initialize': (payload) => initializeNodeClaim(ports, payload),
    'node-claim.terminate': (payload) => terminateNodeClaim(ports, payload),
    'node-claim.create-objects': (payload) => createNodeClaimObjects(ports, payload),
    'node-claim.sync': (payload) => syncNodeClaim(ports, payload),
    'node-claim.check-liveness': async ({ clusterId }) => {
      await checkLiveness(ports, clusterId);
      await noteStalls(ports, clusterId);
      await checkNodeHealth(ports, clusterId);
      await checkConsistency(ports, clusterId);
      // The cluster's mode may have changed to one that lets Kerf act.
      await adoptNodeClaims(ports, clusterId);
      await pruneSimulations(ports, clusterId);
      return done;
    },
    'node-claim.check-instance-status': ({ clusterId }) =>
      whenDone(checkInstanceStatus(ports, clusterId)),
    'node-claim.expire': ({ clusterId }) => whenDone(expireNodeClaims(ports, clusterId)),
    'node-claim.follow-reservations': ({ clusterId }) =>
      whenDone(followReservations(ports, clusterId)),
    'node-claim.collect-garbage': ({ clusterId }) => whenDone(collectGarbage(ports, clusterId)),
    'interruption.read-scheduled-events': ({ clusterId }) =>
      whenDone(readScheduledEvents(ports, clusterId)),
    'definition.sync': (payload) => syncDefinition(ports, payload),
    'definition.publish-status': async (payload) => {
      const once = { ...ports, store: readingOnce(ports.store) };
      await publishDefinitionStatus(once, payload);
      const conditions = await publishConditions(once, payload);
      await publishNodeOverlays(once, payload);
      const buffers = await reconcileCapacityBuffers(once, payload);
      // Last, because it fails without the permission to delete instance profiles.
      await holdNodeClasses(once, payload.clusterId);
      return firstDue([conditions, buffers]);
    },
    'catalog.resolve-node-class': (payload) => resolveNodeClass(ports, payload),
    'catalog.resolve-node-classes': (payload) => resolveNodeClasses(ports, payload),
    'catalog.read-zonal-shifts': ({ clusterId }) => whenDone(readZonalShifts(ports, clusterId)),
    'catalog.refresh-instance-types': (payload) => refreshInstanceTypes(ports, payload),
    'catalog.refresh-on-demand-prices': (payload) => refreshOnDemandPrices(ports, payload),
    'catalog.refresh-spot-prices': (payload) => refreshSpotPrices(ports, payload),
    'notification.route': (payload) => routeNotification(ports, payload),
    'notification.deliver': (payload) =>
      deliverNotification({ ...ports, random: Math.random }, payload),
    'notification.reply-to-slack': (payload) => replyToSlack(ports, payload),
  };
}

/** Returns the outcome of several steps: due again when the first of them is. */
function firstDue(outcomes: readonly JobOutcome[]): JobOutcome {
  const times = outcomes.flatMap((outcome) =>
    outcome.kind === 'Done' && outcome.nextAt !== undefined ? [outcome.nextAt] : [],
  );
  return doneUntil(times.length === 0 ? null : Math.min(...times));
}

async function whenDone(work: Promise<void>): Promise<JobOutcome> {
  await work;
  return done;
}

/**
 * Skips a run while another run is in progress for the same cluster, because two evaluations of the
 * same state would propose the same change twice. The outcome `NotNeeded` has a skipped run requested
 * again, see `jobs-after-changes.ts`, because the other one may not have seen what it was requested for.
 * Only the worker that holds the cluster runs its jobs, so tracking runs in this process is sufficient.
 */
function oneAtATime(work: (clusterId: string) => Promise<JobOutcome>) {
  const running = new Set<string>();
  return async (clusterId: string): Promise<JobOutcome> => {
    if (running.has(clusterId)) return notNeeded;
    running.add(clusterId);
    try {
      return await work(clusterId);
    } finally {
      running.delete(clusterId);
    }
  };
}
