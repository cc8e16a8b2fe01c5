import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
/** Not in git: screenshots, traces, the product's data and logs. */
export const results = join(import.meta.dirname, 'results');
export const stackFolder = join(results, 'stack');
/** The browser's session after the sign-in journey. */
export const sessionFile = join(results, 'session.json');
