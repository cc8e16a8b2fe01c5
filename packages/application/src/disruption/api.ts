export { recordRemovalStep, settleDisruption } from './settle-disruption.js';
