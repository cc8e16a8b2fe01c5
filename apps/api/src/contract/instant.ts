import type { Instant } from '@kerf/core';
import { z } from 'zod';

export const rfc3339 = z.iso.datetime({ offset: true });

/** Returns the timestamp, or `null` for text that is not an RFC 3339 timestamp. */
export function parseInstant(text: unknown): Instant | null {
  const read = rfc3339.safeParse(text);
  return read.success ? Date.parse(read.data) : null;
}

export const formatInstant = (instant: Instant): string => new Date(instant).toISOString();
