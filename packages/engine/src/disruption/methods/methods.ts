import { emptiness } from './emptiness.js';
import type { Method } from './method.js';

/** In the order in which they are asked; the first that proposes something ends the look. */
export const methods: readonly Method[] = [emptiness];
