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
  type Schedule,
} from './job-queues.js';
export type { JobFailure, JobStall } from './processor.js';
export { type JobHandlers } from './processor.js';
