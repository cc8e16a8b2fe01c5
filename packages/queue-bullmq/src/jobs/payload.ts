import { z } from 'zod';
import { type JobContract, type JobName, type JobPayload, jobCatalog } from './catalog.js';

/** Converts the payload of one version to the next. */
type Upgrade = (old: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/**
 * Upgrades of payloads of earlier versions, by job: the first makes version 2, and so on. A payload
 * without a version has version 1.
 */
const upgrades: { readonly [Name in JobName]?: readonly Upgrade[] } = {};

const envelope = z.looseObject({ v: z.int().positive().default(1) });

const versionOf = (name: JobName): number => 1 + (upgrades[name]?.length ?? 0);

/** Returns the payload with its version, as the queue stores it. */
export function writePayload<Name extends JobName>(
  name: Name,
  payload: JobPayload<Name>,
): JobPayload<Name> & { readonly v: number } {
  return { ...payload, v: versionOf(name) };
}

/** The payload of a queued job, or a sentence why it cannot be read. */
export type PayloadReading<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly problem: string };

const refuse = (problem: string) => ({ ok: false, problem }) as const;

/**
 * Parses the payload of a queued job and upgrades it to the current version. Returns a sentence if
 * it is invalid, or of a newer version.
 */
export function readPayload<Name extends JobName>(
  name: Name,
  data: unknown,
): PayloadReading<JobPayload<Name>> {
  const { data: stored } = envelope.safeParse(data);
  if (stored === undefined) return refuse('it is not an object with a version');
  const { v: version, ...fields } = stored;
  const current = versionOf(name);
  if (version > current) {
    return refuse(
      `a newer version of Kerf wrote it (format ${version}; this version reads up to ${current})`,
    );
  }
  const contract: JobContract<JobPayload<Name>> = jobCatalog[name];
  const upgraded = (upgrades[name] ?? [])
    .slice(version - 1)
    .reduce((old, upgrade) => upgrade(old), fields);
  const payload = contract.payload.safeParse(upgraded);
  return payload.success
    ? { ok: true, payload: payload.data }
    : refuse(z.prettifyError(payload.error));
}
