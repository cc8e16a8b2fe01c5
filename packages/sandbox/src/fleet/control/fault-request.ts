import { AppError } from '@kerf/core';
import { prettifyError, z } from 'zod';
import { services } from '../../aws/services.js';
import type { NewFault } from '../../world/faults.js';

const faultEffect = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('error'),
    code: z.string().min(1),
    message: z.string().default('A fault rule of the sandbox refuses this call.'),
    status: z.int().min(400).max(599).default(400),
  }),
  z.strictObject({ kind: z.literal('delay'), delayMs: z.int().min(1).max(3_600_000) }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({
    kind: z.literal('throttle'),
    perSecond: z.number().positive(),
    burst: z.number().min(1).optional(),
  }),
]);

const faultRequest = z.strictObject({
  match: z.strictObject({
    service: z.string().optional(),
    operation: z.string().optional(),
    accountId: z.string().optional(),
    region: z.string().optional(),
  }),
  effect: faultEffect,
  ratio: z.number().positive().max(1).optional(),
  times: z.int().min(1).optional(),
});

/**
 * Returns the fault rule that a request body describes.
 * @throws INPUT.INVALID naming each field that is wrong, and services and operations that do not exist
 */
export function readFault(body: unknown): NewFault {
  const parsed = faultRequest.safeParse(body);
  if (!parsed.success) throw invalid(prettifyError(parsed.error));
  const { match, effect, ratio, times } = parsed.data;
  checkExists(match.service, match.operation);
  return {
    match: withoutAbsent(match),
    effect: effect.kind === 'throttle' ? throttleOf(effect) : effect,
    ...(ratio === undefined ? {} : { ratio }),
    ...(times === undefined ? {} : { times }),
  };
}

function throttleOf({ perSecond, burst }: { perSecond: number; burst?: number | undefined }) {
  return { kind: 'throttle' as const, perSecond, ...(burst === undefined ? {} : { burst }) };
}

/** A rule that never matches would hide a typing error. */
function checkExists(service: string | undefined, operation: string | undefined): void {
  const known = service === undefined ? [...services.values()] : [services.get(service)];
  const found = known.flatMap((one) => one ?? []);
  if (found.length === 0) {
    const names = [...services.keys()].join(', ');
    throw invalid(`match.service: unknown service ${service}. Services: ${names}.`);
  }
  if (operation === undefined || found.some(({ operations }) => operations.has(operation))) return;
  const names = found.flatMap(({ operations }) => [...operations.keys()]).sort();
  throw invalid(
    `match.operation: unknown operation ${operation}. Operations: ${names.join(', ')}.`,
  );
}

function withoutAbsent(match: Readonly<Record<string, string | undefined>>): NewFault['match'] {
  return Object.fromEntries(
    Object.entries(match).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function invalid(message: string): AppError {
  return new AppError({ code: 'INPUT.INVALID', message });
}
