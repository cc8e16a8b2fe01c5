import { type ChangeNotice, changeTopics } from '@kerf/application';
import { z } from 'zod';
import { nullableText, number, text } from './values.js';

/**
 * Postgres channels: changes for live pages, new entries in the outbox, and clusters whose revision has
 * grown; a trigger sends the last, see migration cluster-revisions.
 */
export const changesChannel = 'kerf_changes';
export const outboxChannel = 'kerf_outbox';
export const revisionsChannel = 'kerf_revisions';

const notice: z.ZodType<DeliveredChange> = z.object({
  topic: z.enum(changeTopics),
  clusterId: nullableText,
  id: nullableText,
  version: number,
  position: nullableText.default(null),
  entry: z.object({ number: text, transaction: text }).nullable().default(null),
});

/** A committed change, with the position in the change log from which nothing after it is missing. */
export interface DeliveredChange extends ChangeNotice {
  /** `null` if another version of Kerf has published it. */
  readonly position: string | null;
  /** Its number in the change log and its transaction; `null` if it is not logged. */
  readonly entry: { readonly number: string; readonly transaction: string } | null;
}

/** Returns the notice in a Postgres payload, or `null` when it cannot be read. */
export function readNotice(payload: string): DeliveredChange | null {
  try {
    return notice.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
