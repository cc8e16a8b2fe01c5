export {
  connectQueues,
  type LockSettings,
  type QueueConnection,
  type QueueLocation,
} from './connection.js';
export {
  createJobQueues,
  type Delivery,
  type JobHandlers,
  type JobQueues,
  type RunningWorker,
  type Schedule,
} from './job-queues.js';
export type { JobFailure, JobStall } from './processor.js';
