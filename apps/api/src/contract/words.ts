import { accessWords } from './words/access-words.js';
import { clusterWords } from './words/cluster-words.js';
import { decisionWords } from './words/decision-words.js';
import { nodeWords } from './words/node-words.js';
import { notificationWords } from './words/notification-words.js';

export type * from './words/access-words.js';
export type * from './words/cluster-words.js';
export type * from './words/decision-words.js';
export type * from './words/node-words.js';
export type * from './words/notification-words.js';

/** Maps domain values to their spelling in REST and GraphQL; a missing value does not compile. */
export const words = {
  ...accessWords,
  ...clusterWords,
  ...decisionWords,
  ...nodeWords,
  ...notificationWords,
} as const;
