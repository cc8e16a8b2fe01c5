export { terminatingOnInterruption } from './interruption-events.js';
