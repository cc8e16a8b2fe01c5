import { z } from 'zod';

const clusterId = z.string().min(1);
const ofCluster = z.object({ clusterId });
const ofNodeClaim = z.object({ clusterId, nodeClaimId: z.string().min(1) });
const ofNodeClaims = z.object({ clusterId, nodeClaimIds: z.array(z.string().min(1)) });
const ofDecision = z.object({ clusterId, decisionId: z.string().min(1) });
const ofNodeClass = z.object({ clusterId, name: z.string().min(1) });

/**
 * Every job: its payload, and whether any worker may run it (`fleet`) or only the one that holds the
 * cluster and its mirror. That one works off three lines side by side, so that fifty drains do not
 * stand before what pods wait for (`buying`), nor what is only shown in the cluster (`showing`)
 * before drains and the rest (`tending`). Payloads are ids: what a job needs it reads itself. The queue
 * keeps them with a version, see `readPayload`.
 */
const contracts = {
  'cluster.check-registration': { queue: 'fleet', payload: ofCluster },
  'provisioning.solve-batch': {
    queue: 'provisioning',
    payload: z.object({ clusterId, batchId: z.string().min(1) }),
  },
  'provisioning.reconcile-static-pools': { queue: 'lifecycle', payload: ofCluster },
  'provisioning.reconcile-standalone-claims': { queue: 'provisioning', payload: ofCluster },
  'disruption.plan': { queue: 'lifecycle', payload: ofCluster },
  'disruption.validate': { queue: 'lifecycle', payload: ofDecision },
  'disruption.execute': { queue: 'lifecycle', payload: ofDecision },
  'node-claim.launch': { queue: 'provisioning', payload: ofNodeClaims },
  'node-claim.register': { queue: 'lifecycle', payload: ofNodeClaim },
  'node-claim.initialize': { queue: 'lifecycle', payload: ofNodeClaim },
  'node-claim.terminate': { queue: 'lifecycle', payload: ofNodeClaim },
  'node-claim.create-objects': { queue: 'projection', payload: ofNodeClaims },
  'node-claim.sync': { queue: 'projection', payload: ofNodeClaim },
  'node-claim.check-liveness': { queue: 'lifecycle', payload: ofCluster },
  'node-claim.expire': { queue: 'lifecycle', payload: ofCluster },
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
  'catalog.refresh-instance-types': { queue: 'lifecycle', payload: ofCluster },
  'catalog.refresh-on-demand-prices': { queue: 'lifecycle', payload: ofCluster },
  'catalog.refresh-spot-prices': { queue: 'lifecycle', payload: ofCluster },
} as const satisfies Record<string, JobContract<{ readonly clusterId: string }>>;

/** The lines of jobs that a cluster's holder works off side by side. */
export const clusterQueues = ['provisioning', 'lifecycle', 'projection'] as const;
export type ClusterQueue = (typeof clusterQueues)[number];

export interface JobContract<Payload> {
  readonly queue: 'fleet' | ClusterQueue;
  readonly payload: z.ZodType<Payload>;
}

type JobPayloads = {
  readonly [Name in keyof typeof contracts]: z.infer<(typeof contracts)[Name]['payload']>;
};
export type JobName = keyof JobPayloads;
export type JobPayload<Name extends JobName> = JobPayloads[Name];

export const jobCatalogue: { readonly [Name in JobName]: JobContract<JobPayload<Name>> } =
  contracts;

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobCatalogue, name);

/** The queue that any worker consumes. */
export const fleetQueue = 'fleet';

/** A queue that only the holder of a cluster consumes. */
export const clusterQueue = (id: string, line: ClusterQueue): string => `cluster-${id}-${line}`;

/** Which line of a cluster a queue is, or the queue of the fleet: few words, as labels of metrics need. */
export const queueLine = (queue: string): string => queue.slice(queue.lastIndexOf('-') + 1);

/** The queue that a job of this name and cluster goes to. */
export function queueOf(name: JobName, id: string): string {
  const { queue } = jobCatalogue[name];
  return queue === 'fleet' ? fleetQueue : clusterQueue(id, queue);
}
