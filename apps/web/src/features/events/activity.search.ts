import * as z from 'zod/mini';
import { searchChoice } from '../../lib/browser/search-schema.js';

/** The filters of the activity in the URL of a page. */
export const activitySearch = z.object({
  activity: searchChoice(['launches', 'removals', 'interruptions']),
  severity: searchChoice(['warning', 'critical']),
});

export type ActivitySearch = z.infer<typeof activitySearch>;
