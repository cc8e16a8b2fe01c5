export {
  type ClusterLine,
  clusterLines,
  clusterQueue,
  fleetQueue,
  isJobName,
  type JobContract,
  type JobName,
  type JobPayload,
  jobCatalogue,
  queueOf,
} from './jobs/catalogue.js';
