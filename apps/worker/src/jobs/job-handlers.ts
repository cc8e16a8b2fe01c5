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
  executeDecision,
  expireNodeClaims,
  followReservations,
  holdNodeClasses,
  initializeNodeClaim,
  type JobOutcome,
  launchNodeClaims,
  notNeeded,
  type Ports,
  planDisruption,
  pruneSimulations,
  publishConditions,
  publishDefinitionStatus,
  publishNodeOverlays,
  readScheduledEvents,
  readZonalShifts,
  rebootNodeClaim,
  reconcileCapacityBuffers,
  reconcileStandaloneClaims,
  reconcileStaticPools,
  recordStalls,
  refreshConnection,
  refreshInstanceTypes,
  refreshOnDemandPrices,
  refreshSpotPrices,
  registerNodeClaim,
  releaseStaleTaints,
  replanDecision,
  replyToSlack,
  reportCost,
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
import type { ClusterId } from '@kerf/core';
import type { JobHandlers } from '@kerf/queue-bullmq';
import { type JobSteps, type ObserveSteps, runSteps } from './job-steps.js';
import { readingOnce } from './reading-once.js';

/**
 * Maps each job to its use case, or to steps that are use cases. A missing or an extra job does not
 * compile.
 * @param observe returns steps that are recorded and measured, each under its own name
 */
export function createHandlers(
  ports: Ports,
  observe: ObserveSteps = (steps) => steps,
): JobHandlers {
  const planDisruptionOnce = oneAtATime((clusterId) =>
    runSteps(clusterId, observe, disruptionSteps(ports, clusterId)),
  );
  const checkBrakesOnce = oneAtATime((clusterId) => checkBrakes(ports, clusterId));
  const reportCostOnce = oneAtATime((clusterId) => reportCost(ports, clusterId));
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
    'cost.report': ({ clusterId }) => reportCostOnce(clusterId),
    'disruption.plan': ({ clusterId }) => planDisruptionOnce(clusterId),
    'disruption.validate': (payload) => validateDecision(ports, payload),
    'disruption.simulate': (payload) => simulateDisruption(ports, payload),
    'disruption.replan': (payload) => replanDecision(ports, payload),
    'disruption.execute': (payload) => executeDecision(ports, payload),
    'node-claim.launch': (payload) => launchNodeClaims(ports, payload),
    'node-claim.register': (payload) => registerNodeClaim(ports, payload),
    'node-claim.initialize': (payload) => initializeNodeClaim(ports, payload),
    'node-claim.reboot': (payload) => rebootNodeClaim(ports, payload),
    'node-claim.terminate': (payload) => terminateNodeClaim(ports, payload),
    'node-claim.create-objects': (payload) => createNodeClaimObjects(ports, payload),
    'node-claim.sync': (payload) => syncNodeClaim(ports, payload),
    'node-claim.check-liveness': ({ clusterId }) =>
      runSteps(clusterId, observe, nodeClaimSteps(ports, clusterId)),
    'node-claim.check-instance-status': ({ clusterId }) =>
      whenDone(checkInstanceStatus(ports, clusterId)),
    'node-claim.expire': ({ clusterId }) => whenDone(expireNodeClaims(ports, clusterId)),
    'node-claim.follow-reservations': ({ clusterId }) =>
      whenDone(followReservations(ports, clusterId)),
    'node-claim.collect-garbage': ({ clusterId }) => whenDone(collectGarbage(ports, clusterId)),
    'interruption.read-scheduled-events': ({ clusterId }) =>
      whenDone(readScheduledEvents(ports, clusterId)),
    'definition.sync': (payload) => syncDefinition(ports, payload),
    'definition.publish-status': ({ clusterId }) =>
      runSteps(clusterId, observe, statusSteps(ports, clusterId)),
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

/** Taints are released apart: a node that is refused ends no evaluation. */
const disruptionSteps = (ports: Ports, clusterId: ClusterId): JobSteps => ({
  'disruption.release-taints': () => whenDone(releaseStaleTaints(ports, clusterId)),
  'disruption.evaluate': () => planDisruption(ports, clusterId),
});

const nodeClaimSteps = (ports: Ports, clusterId: ClusterId): JobSteps => ({
  'node-claim.end-overdue': () => whenDone(checkLiveness(ports, clusterId)),
  'node-claim.note-stalls': () => whenDone(recordStalls(ports, clusterId)),
  'node-claim.repair': () => whenDone(checkNodeHealth(ports, clusterId)),
  'node-claim.check-consistency': () => whenDone(checkConsistency(ports, clusterId)),
  // The cluster's mode may have changed to one that lets Kerf act.
  'node-claim.adopt': () => whenDone(adoptNodeClaims(ports, clusterId)),
  'disruption.prune-simulations': () => whenDone(pruneSimulations(ports, clusterId)),
});

function statusSteps(ports: Ports, clusterId: ClusterId): JobSteps {
  const once = { ...ports, store: readingOnce(ports.store) };
  return {
    'definition.publish-conditions': () => publishDefinitionStatus(once, { clusterId }),
    'node-claim.publish-conditions': () => publishConditions(once, { clusterId }),
    'definition.publish-overlays': () => publishNodeOverlays(once, { clusterId }),
    'definition.reconcile-buffers': () => reconcileCapacityBuffers(once, { clusterId }),
    'definition.hold-node-classes': () => whenDone(holdNodeClasses(once, clusterId)),
  };
}

async function whenDone(work: Promise<void>): Promise<JobOutcome> {
  await work;
  return done;
}

/**
 * Skips a run while another run is in progress for the same cluster, because two evaluations of the
 * same state would propose the same change twice. A skipped run ends as `NotNeeded` and is requested
 * again, see `jobs-after-changes.ts`, because the other one may have read the state before the change.
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
