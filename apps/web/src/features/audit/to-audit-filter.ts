import type { AuditFilter } from '../../gql/graphql.js';
import type { TimeZone } from '../../lib/format/time.js';
import type { AuditSearch } from './audit.search.js';

const dayMs = 24 * 3_600_000;

/** Returns the filter of the API for the URL parameters; `to` includes its whole day. */
export function toAuditFilter(
  search: AuditSearch,
  clusterId: string | undefined,
  timeZone: TimeZone,
): AuditFilter {
  const from = startOfDay(search.from, timeZone);
  const to = startOfDay(search.to, timeZone);
  return {
    ...(clusterId === undefined ? {} : { clusterId }),
    ...(search.actor === undefined ? {} : { actor: search.actor }),
    ...(search.action === undefined ? {} : { action: search.action }),
    ...(search.object === undefined ? {} : { object: search.object }),
    ...(search.outcome === undefined ? {} : { outcome: search.outcome }),
    ...(from === undefined ? {} : { from: new Date(from).toISOString() }),
    ...(to === undefined ? {} : { to: new Date(to + dayMs).toISOString() }),
  };
}

function startOfDay(day: string | undefined, timeZone: TimeZone): number | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const at = Date.parse(`${day}T00:00:00${timeZone === 'utc' ? 'Z' : ''}`);
  return Number.isNaN(at) ? undefined : at;
}

/** Returns an object of the audit log as JSON with sorted keys, for a comparison by lines. */
export function toComparable(value: unknown): string {
  if (value === null || value === undefined) return '';
  return JSON.stringify(value, sortKeys, 2);
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)));
}
