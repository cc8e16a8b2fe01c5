import { z } from 'zod';
import { type CheckResult, noViolations } from './check.ts';

const auditEvent = z.object({
  stage: z.string(),
  verb: z.string(),
  requestURI: z.string(),
  requestReceivedTimestamp: z.string(),
  user: z.object({ username: z.string(), groups: z.array(z.string()).default([]) }),
  objectRef: z
    .object({
      resource: z.string().default(''),
      subresource: z.string().default(''),
      apiGroup: z.string().default(''),
      namespace: z.string().default(''),
      name: z.string().default(''),
    })
    .optional(),
  responseStatus: z
    .object({ code: z.number().optional(), reason: z.string().optional() })
    .optional(),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const productGroup = 'kerf:observe';
const maxConflictShare = 0.02;
/** Lists that are repeated on purpose: the product compares its cache with the cluster. */
const minListIntervalMs = 60_000;

/** Returns the product's completed requests. */
export function readAuditLog(text: string): readonly AuditEvent[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => auditEvent.parse(JSON.parse(line)))
    .filter(
      ({ stage, user }) => stage === 'ResponseComplete' && user.groups.includes(productGroup),
    );
}

/** Intervals in which the testbed took something away, in ms since 1970. */
export interface Outage {
  readonly from: number;
  readonly to: number;
}

export function checkAuditLog(
  events: readonly AuditEvent[],
  outages: readonly Outage[],
): readonly CheckResult[] {
  return [conflicts(events), refusals(events, outages), repeatedLists(events, outages)];
}

/**
 * The share of the product's writes of existing objects that the API server refused because the
 * objects had changed: 409, and 422 for a JSON patch whose tests fail.
 */
function conflicts(events: readonly AuditEvent[]): CheckResult {
  const writes = events.filter(({ verb }) => verb === 'patch' || verb === 'update');
  const refused = writes.filter(({ responseStatus }) =>
    [409, 422].includes(responseStatus?.code ?? 0),
  );
  const share = writes.length === 0 ? 1 : refused.length / writes.length;
  const kinds = [...Map.groupBy(refused, kindOf)].map(
    ([kind, found]) =>
      `${kind} ${found.length} of ${writes.filter((e) => kindOf(e) === kind).length}`,
  );
  return {
    name: 'At most 2 % of the writes are conflicts',
    isPassed: share <= maxConflictShare,
    detail: `${refused.length} of ${writes.length} (${(share * 100).toFixed(1)} %): ${kinds.join(', ')}`,
  };
}

/** Requests that RBAC refused, outside the times in which permissions were removed on purpose. */
function refusals(events: readonly AuditEvent[], outages: readonly Outage[]): CheckResult {
  const refused = events.filter(
    (event) => event.responseStatus?.code === 403 && !isDuring(event, outages),
  );
  const texts = refused.map((event) => `${event.verb} ${kindOf(event)}`);
  return noViolations('No request exceeds deploy/rbac', events.length, texts);
}

/**
 * Lists of a whole resource that follow another within a minute, without an outage of the API server
 * and without an expired watch (410) between them. Pages of one list count once.
 */
function repeatedLists(events: readonly AuditEvent[], outages: readonly Outage[]): CheckResult {
  const lists = events.filter(
    ({ verb, requestURI }) => verb === 'list' && !requestURI.includes('continue='),
  );
  const violations: string[] = [];
  const last = new Map<string, number>();
  for (const event of lists) {
    const key = `${event.user.username} ${event.requestURI.replace(/resourceVersion\w*=[^&]*&?/g, '')}`;
    const at = Date.parse(event.requestReceivedTimestamp);
    const earlier = last.get(key);
    last.set(key, at);
    if (earlier === undefined || at - earlier >= minListIntervalMs || isDuring(event, outages))
      continue;
    violations.push(`${kindOf(event)} after ${Math.round((at - earlier) / 1000)} s`);
  }
  return noViolations(
    'No list is repeated within a minute without cause',
    lists.length,
    violations,
  );
}

/** Also counts the half minute after an outage, in which the product recovers. */
function isDuring(event: AuditEvent, outages: readonly Outage[]): boolean {
  const at = Date.parse(event.requestReceivedTimestamp);
  return outages.some(({ from, to }) => at >= from && at <= to + 30_000);
}

function kindOf({ objectRef, requestURI }: AuditEvent): string {
  if (objectRef === undefined) return requestURI.split('?')[0] ?? '';
  const { resource, subresource } = objectRef;
  return subresource === '' ? resource : `${resource}/${subresource}`;
}
