export { registrationTimeoutMs } from './check-liveness.js';
export { podsBlockingDeletion, tiersOf, volumesBlockingTermination } from './drain.js';
export { recordNodePoolDeletion } from './record-deletion.js';
