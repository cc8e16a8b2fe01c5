import { drift } from './drift.js';
import { emptiness } from './emptiness.js';
import type { Method } from './method.js';
import { singleNodeConsolidation } from './single-node-consolidation.js';
import { staticDrift } from './static-drift.js';

/** In the order in which they are asked; the first that proposes something ends the look. */
export const methods: readonly Method[] = [emptiness, staticDrift, drift, singleNodeConsolidation];
