import { invariant } from '@kerf/core';
import { z } from 'zod';

const clusterId = z.string().min(1);
const ofCluster = z.object({ clusterId });
const ofNodeClaim = z.object({ clusterId, nodeClaimId: z.string().min(1) });
const ofNodeClaims = z.object({ clusterId, nodeClaimIds: z.array(z.string().min(1)) });
const ofDecision = z.object({ clusterId, decisionId: z.string().min(1) });
const ofNodeClass = z.object({ clusterId, name: z.string().min(1) });

/**
 * The contract of every job: its payload and its queue. Any worker may run jobs of the queue
 * `fleet`; the others run on the worker that holds the cluster and its cache. That worker processes
 * three queues at the same time: fifty drains (`lifecycle`) do not delay what pending pods need
 * (`provisioning`), and syncs into the cluster (`projection`) do not delay drains. Payloads are
 * ids; a job reads what it needs. They are stored with a version, see `readPayload`.
 */
const contracts = {
  'brake.check': { queue: 'lifecycle', payload: ofCluster },
  'cost.report': { queue: 'lifecycle', payload: ofCluster },
  'cluster.check-registration': {
    queue: 'fleet',
    payload: z.object({ clusterId, rejectedAt: z.number().optional() }),
  },
  'cluster.refresh-connection': { queue: 'lifecycle', payload: ofCluster },
  'provisioning.solve-batch': {
    queue: 'provisioning',
    payload: z.object({ clusterId, batchId: z.string().min(1) }),
  },
  'provisioning.reconcile-static-pools': { queue: 'lifecycle', payload: ofCluster },
  'provisioning.reconcile-standalone-claims': { queue: 'provisioning', payload: ofCluster },
  'disruption.plan': { queue: 'lifecycle', payload: ofCluster },
  'disruption.validate': { queue: 'lifecycle', payload: ofDecision },
  'disruption.simulate': {
    queue: 'lifecycle',
    payload: z.object({ clusterId, simulationId: z.string().min(1) }),
  },
  'disruption.execute': { queue: 'lifecycle', payload: ofDecision },
  'disruption.replan': { queue: 'lifecycle', payload: ofDecision },
  'node-claim.launch': { queue: 'provisioning', payload: ofNodeClaims },
  'node-claim.register': { queue: 'lifecycle', payload: ofNodeClaim },
  'node-claim.initialize': { queue: 'lifecycle', payload: ofNodeClaim },
  'node-claim.reboot': { queue: 'lifecycle', payload: ofNodeClaim },
  'node-claim.terminate': { queue: 'lifecycle', payload: ofNodeClaim },
  'node-claim.create-objects': { queue: 'projection', payload: ofNodeClaims },
  'node-claim.sync': { queue: 'projection', payload: ofNodeClaim },
  'node-claim.check-liveness': { queue: 'lifecycle', payload: ofCluster },
  'node-claim.expire': { queue: 'lifecycle', payload: ofCluster },
  'node-claim.check-instance-status': { queue: 'lifecycle', payload: ofCluster },
  'node-claim.follow-reservations': { queue: 'lifecycle', payload: ofCluster },
  'node-claim.collect-garbage': { queue: 'lifecycle', payload: ofCluster },
  'interruption.read-scheduled-events': { queue: 'lifecycle', payload: ofCluster },
  'definition.sync': {
    queue: 'projection',
    payload: z.object({
      clusterId,
      kind: z.enum(['NodePool', 'EC2NodeClass']),
      name: z.string().min(1),
    }),
  },
  'definition.publish-status': { queue: 'projection', payload: ofCluster },
  'catalog.resolve-node-class': { queue: 'lifecycle', payload: ofNodeClass },
  'catalog.resolve-node-classes': { queue: 'lifecycle', payload: ofCluster },
  'catalog.read-zonal-shifts': { queue: 'lifecycle', payload: ofCluster },
  'catalog.refresh-instance-types': { queue: 'lifecycle', payload: ofCluster },
  'catalog.refresh-on-demand-prices': { queue: 'lifecycle', payload: ofCluster },
  'catalog.refresh-spot-prices': { queue: 'lifecycle', payload: ofCluster },
  'notification.route': { queue: 'fleet', payload: z.object({ eventId: z.string().min(1) }) },
  'notification.deliver': { queue: 'fleet', payload: z.object({ deliveryId: z.string().min(1) }) },
  'notification.reply-to-slack': {
    queue: 'fleet',
    payload: z.object({
      sealedUrl: z.string().min(1),
      text: z.string(),
      isForAll: z.boolean(),
      replaces: z.string().optional(),
    }),
  },
} as const satisfies Record<string, JobContract<object>>;

/** The queues of a cluster, which the worker that holds it processes at the same time. */
export const clusterQueues = ['provisioning', 'lifecycle', 'projection'] as const;
/** A queue of a cluster, one of {@link clusterQueues}. */
export type ClusterQueue = (typeof clusterQueues)[number];

/** The queue of a job and the schema of its payload. */
export interface JobContract<Payload> {
  readonly queue: 'fleet' | ClusterQueue;
  readonly payload: z.ZodType<Payload>;
}

type JobPayloads = {
  readonly [Name in keyof typeof contracts]: z.infer<(typeof contracts)[Name]['payload']>;
};
/** The name of a job, such as `disruption.plan`. */
export type JobName = keyof JobPayloads;
/** The payload of the job with this name, without its version. */
export type JobPayload<Name extends JobName> = JobPayloads[Name];

/** The contracts of all jobs, by name. */
export const jobCatalog: { readonly [Name in JobName]: JobContract<JobPayload<Name>> } = contracts;

/** Returns true if a job with this name exists. */
export const isJobName = (name: string): name is JobName => Object.hasOwn(jobCatalog, name);

/** The queue that all workers consume. */
export const fleetQueue = 'fleet';

/** Returns the name of a queue of a cluster, which only the worker that holds the cluster consumes. */
export const clusterQueue = (id: string, queue: ClusterQueue): string => `cluster-${id}-${queue}`;

/**
 * Returns the queue of a cluster without the cluster, or `fleet`: few values, for labels of
 * metrics.
 */
export const queueKind = (queue: string): string => queue.slice(queue.lastIndexOf('-') + 1);

/**
 * Returns the queue of a job for a cluster.
 * @param id the cluster; `null` for a job of the queue `fleet` that belongs to none
 */
export function queueOf(name: JobName, id: string | null): string {
  const { queue } = jobCatalog[name];
  if (queue === 'fleet') return fleetQueue;
  invariant(id !== null, `the job ${name} belongs to a cluster`);
  return clusterQueue(id, queue);
}
