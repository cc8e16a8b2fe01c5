export {
  type ClusterQueue,
  clusterQueue,
  clusterQueues,
  fleetQueue,
  isJobName,
  type JobContract,
  type JobName,
  type JobPayload,
  jobCatalogue,
  queueLine,
  queueOf,
} from './jobs/catalogue.js';
export { type PayloadReading, readPayload, writePayload } from './jobs/payload.js';
