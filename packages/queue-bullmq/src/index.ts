export {
  connectQueues,
  type LockSettings,
  type QueueConnection,
  type QueueLocation,
} from './connection.js';
export {
  createJobQueues,
  type Delivery,
  type JobQueues,
  type RunningWorker,
} from './job-queues.js';
export {
  type ClusterQueue,
  clusterQueue,
  clusterQueues,
  fleetQueue,
  isJobName,
  type JobContract,
  type JobName,
  type JobPayload,
  jobCatalog,
  queueKind,
  queueOf,
} from './jobs/catalog.js';
export { type PayloadReading, readPayload, writePayload } from './jobs/payload.js';
export type { JobFailure, JobStall } from './processor.js';
export { type JobHandlers } from './processor.js';
export { retryDelayMs } from './retry-delay.js';
