import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

export const notificationsSearch = z.object({
  /** The open delivery. */
  delivery: searchText,
  /** Filters of the deliveries: ID of a channel, state, kind of event. */
  channel: searchText,
  state: searchChoice(['PENDING', 'DELIVERED', 'FAILED', 'MUTED']),
  event: searchText,
});

export type NotificationsSearch = z.infer<typeof notificationsSearch>;
