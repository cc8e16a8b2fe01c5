import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
/**
 * Not in git: screenshots, traces, the product's data and logs. Runs at the same time need a folder
 * each: `KERF_E2E_RESULTS`, relative to this one.
 */
export const results = join(import.meta.dirname, process.env['KERF_E2E_RESULTS'] ?? 'results');
export const stackFolder = join(results, 'stack');
/** The browser's session after the sign-in journey. */
export const sessionFile = join(results, 'session.json');
