import { z } from 'zod';

const clusterId = z.string().min(1);
const ofCluster = z.object({ clusterId });
const ofNodeClaim = z.object({ clusterId, nodeClaimId: z.string().min(1) });
const ofDecision = z.object({ clusterId, decisionId: z.string().min(1) });
const ofNodeClass = z.object({ clusterId, name: z.string().min(1) });

/**
 * Every job: its payload, and whether any worker may run it (`fleet`) or only the one that holds
 * the cluster and its mirror (`cluster`). Payloads are ids: what a job needs it reads itself.
 */
const contracts = {
  'cluster.check-registration': { queue: 'fleet', payload: ofCluster },
  'provisioning.solve-batch': {
    queue: 'cluster',
    payload: z.object({ clusterId, batchId: z.string().min(1) }),
  },
  'disruption.plan': { queue: 'cluster', payload: ofCluster },
  'disruption.validate': { queue: 'cluster', payload: ofDecision },
  'disruption.execute': { queue: 'cluster', payload: ofDecision },
  'node-claim.launch': { queue: 'cluster', payload: ofNodeClaim },
  'node-claim.register': { queue: 'cluster', payload: ofNodeClaim },
  'node-claim.initialize': { queue: 'cluster', payload: ofNodeClaim },
  'node-claim.terminate': { queue: 'cluster', payload: ofNodeClaim },
  'node-claim.mirror': { queue: 'cluster', payload: ofNodeClaim },
  'node-claim.check-liveness': { queue: 'cluster', payload: ofCluster },
  'node-claim.expire': { queue: 'cluster', payload: ofCluster },
  'node-claim.collect-garbage': { queue: 'cluster', payload: ofCluster },
  'definition.mirror': {
    queue: 'cluster',
    payload: z.object({
      clusterId,
      kind: z.enum(['NodePool', 'EC2NodeClass']),
      name: z.string().min(1),
    }),
  },
  'definition.publish-status': { queue: 'cluster', payload: ofCluster },
  'catalog.resolve-node-class': { queue: 'cluster', payload: ofNodeClass },
  'catalog.resolve-node-classes': { queue: 'cluster', payload: ofCluster },
  'catalog.refresh-instance-types': { queue: 'cluster', payload: ofCluster },
  'catalog.refresh-spot-prices': { queue: 'cluster', payload: ofCluster },
} as const satisfies Record<string, JobContract<{ readonly clusterId: string }>>;

export interface JobContract<Payload> {
  readonly queue: 'fleet' | 'cluster';
  readonly payload: z.ZodType<Payload>;
}

type JobPayloads = {
  readonly [Name in keyof typeof contracts]: z.infer<(typeof contracts)[Name]['payload']>;
};
export type JobName = keyof JobPayloads;
export type JobPayload<Name extends JobName> = JobPayloads[Name];

export const jobCatalogue: { readonly [Name in JobName]: JobContract<JobPayload<Name>> } =
  contracts;

export const isJobName = (name: string): name is JobName => name in jobCatalogue;

/** The queue that any worker consumes. */
export const fleetQueue = 'fleet';

/** The queue that only the holder of a cluster consumes. */
export const clusterQueue = (id: string): string => `cluster-${id}`;

/** The queue that a job of this name and cluster goes to. */
export function queueOf(name: JobName, id: string): string {
  return jobCatalogue[name].queue === 'fleet' ? fleetQueue : clusterQueue(id);
}
