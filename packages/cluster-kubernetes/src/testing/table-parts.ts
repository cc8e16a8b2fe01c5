import { CacheBudget, defaultCacheLimits, type TableParts } from '../cache/cache-budget.js';
import { Findings } from '../cache/findings.js';

/** The shared parts of tables, with room for any cluster. */
export function createTableParts(findings = new Findings({ now: () => 7 })): TableParts {
  return { findings, budget: new CacheBudget(defaultCacheLimits, () => undefined) };
}
