import type { ChangeNotice } from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo } from './format.js';
import { nullableText, number } from './values.js';

/** Postgres channels: changes for live pages, and new entries in the outbox. */
export const changesChannel = 'kerf_changes';
export const outboxChannel = 'kerf_outbox';

const notice = provenTo<ChangeNotice>().read(
  z.object({
    topic: z.enum([
      'cluster',
      'sync',
      'definition',
      'nodeClaim',
      'decision',
      'simulation',
      'pause',
      'nodes',
      'pods',
      'catalog',
      'audit',
    ]),
    clusterId: nullableText,
    id: nullableText,
    version: number,
  } satisfies FieldsOf<ChangeNotice>),
);

/** Returns the notice in a Postgres payload, or `null` when it cannot be read. */
export function readNotice(payload: string): ChangeNotice | null {
  try {
    return notice.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
