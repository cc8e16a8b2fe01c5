import { z } from 'zod';
import type { Outcome, Refusal } from './outcome.js';

// Formats of stored responses to writes with an idempotency key.

const refusal: z.ZodType<Refusal> = z.object({
  code: z.enum(['INVALID', 'NOT_FOUND', 'CONFLICT', 'ALREADY_DECIDED', 'STALE', 'FORBIDDEN']),
  field: z.string().nullable(),
  message: z.string(),
});
export const refusalList = z.array(refusal);

/** Responses without a version are older: the response to a registration was the whole cluster. */
const id = z.union([z.string(), z.looseObject({ id: z.string() }).transform((made) => made.id)]);

/** The ID of the object that was created or changed. */
export const idAnswer: z.ZodType<Outcome<string>> = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: id }),
  z.object({ ok: z.literal(false), error: refusalList }),
]);
