import type { Instant } from '@kerf/core';
import { z } from 'zod';

export const rfc3339 = z.iso.datetime({ offset: true });

/** @returns `null` for text that is no RFC 3339 instant */
export function parseInstant(text: unknown): Instant | null {
  const read = rfc3339.safeParse(text);
  return read.success ? Date.parse(read.data) : null;
}

export const formatInstant = (instant: Instant): string => new Date(instant).toISOString();
