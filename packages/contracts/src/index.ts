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
