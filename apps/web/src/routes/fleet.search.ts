import * as z from 'zod/mini';
import { activitySearch } from '../features/events/activity.search.js';
import { fleetSearch } from '../features/fleet/fleet.search.js';

/** The URL parameters of the fleet: of its clusters, and of the activity below them. */
export const fleetViewSearch = z.extend(fleetSearch, activitySearch.shape);
