import { z } from 'zod';
import type { Outcome, Refusal } from './outcome.js';

// How the first answer to a write is read when the write is repeated, see `Once`.

const refusal: z.ZodType<Refusal> = z.object({
  code: z.enum(['INVALID', 'NOT_FOUND', 'CONFLICT', 'ALREADY_DECIDED', 'STALE', 'FORBIDDEN']),
  field: z.string().nullable(),
  message: z.string(),
});
export const refusalList = z.array(refusal);

/** Before answers had versions, that to a registration was the whole cluster. */
const id = z.union([z.string(), z.looseObject({ id: z.string() }).transform((made) => made.id)]);

/** The id of what was made or changed. */
export const idAnswer: z.ZodType<Outcome<string>> = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: id }),
  z.object({ ok: z.literal(false), error: refusalList }),
]);
