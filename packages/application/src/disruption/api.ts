export { recordRebootEnd, recordRemovalStep, settleDisruption } from './settle-disruption.js';
