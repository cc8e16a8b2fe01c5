import {
  type FieldProblem,
  isSameJson,
  type NotificationChannelId,
  type NotificationRuleId,
  type TeamId,
} from '@kerf/core';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import { checkRule, type NotificationRule } from '../domain/notification/notification-rule.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';

type RulePorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/** The fields of a rule that callers set. */
export type RuleFields = Pick<
  NotificationRule,
  'name' | 'eventKinds' | 'leastSeverity' | 'clusterIds' | 'nodePools' | 'teamIds' | 'isEnabled'
>;

/** The result of a change of a rule. */
export type ChangeRuleOutcome =
  | { readonly kind: 'Changed'; readonly rule: NotificationRule }
  | { readonly kind: 'NotFound' }
  | { readonly kind: 'Stale'; readonly rule: NotificationRule }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

/** Creates a rule for a channel. */
export async function createRule(
  ports: RulePorts,
  principal: Principal,
  input: RuleFields & {
    readonly channelId: NotificationChannelId;
    readonly requestId: string | null;
  },
): Promise<ChangeRuleOutcome> {
  const { requestId, ...fields } = input;
  const problems = checkRule(fields);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const rule: NotificationRule = {
    ...fields,
    name: fields.name.trim(),
    id: ports.ids.next('rul'),
    createdAt: ports.clock.now(),
    version: 1,
  };
  return ports.store.transaction(async (tx) => {
    if ((await tx.notificationChannels.find(rule.channelId)) === null) {
      const message = `Channel ${rule.channelId} not found`;
      return { kind: 'Invalid', problems: [{ path: 'channelId', message }] };
    }
    const unknown = await unknownTeams(tx, rule.teamIds);
    if (unknown.length > 0) return { kind: 'Invalid', problems: unknown };
    await tx.notificationChannels.insertRule(rule);
    const write = { action: 'notification-rule.create', after: rule, requestId };
    await auditRule(ports, tx, principal, write);
    return { kind: 'Changed', rule };
  });
}

interface Target {
  readonly id: NotificationRuleId;
  readonly expectedVersion: ExpectedVersion;
  readonly requestId: string | null;
}

/** Changes a rule; absent fields stay as they are. */
export async function updateRule(
  ports: RulePorts,
  principal: Principal,
  { fields, ...input }: Target & { readonly fields: Partial<RuleFields> },
): Promise<ChangeRuleOutcome> {
  return changeRule(ports, input, async (tx, rule) => {
    const changed = { ...rule, ...fields };
    const problems = [...checkRule(changed), ...(await unknownTeams(tx, fields.teamIds ?? []))];
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const trimmed = { ...changed, name: changed.name.trim() };
    if (isSameJson(trimmed, rule)) return { kind: 'Changed', rule };
    const saved = await tx.notificationChannels.saveRule(trimmed);
    if (saved === null) return { kind: 'Stale', rule };
    const write = { action: 'notification-rule.update', before: rule, after: saved };
    await auditRule(ports, tx, principal, { ...write, requestId: input.requestId });
    return { kind: 'Changed', rule: saved };
  });
}

/** Removes a rule. */
export async function removeRule(
  ports: RulePorts,
  principal: Principal,
  input: Target,
): Promise<ChangeRuleOutcome> {
  return changeRule(ports, input, async (tx, rule) => {
    if (!(await tx.notificationChannels.removeRule(rule))) return { kind: 'Stale', rule };
    const write = { action: 'notification-rule.remove', before: rule };
    await auditRule(ports, tx, principal, { ...write, requestId: input.requestId });
    return { kind: 'Changed', rule };
  });
}

function changeRule(
  { store }: RulePorts,
  { id, expectedVersion }: Target,
  change: (tx: Repositories, rule: NotificationRule) => Promise<ChangeRuleOutcome>,
): Promise<ChangeRuleOutcome> {
  return store.transaction(async (tx) => {
    const rule = await tx.notificationChannels.findRule(id);
    if (rule === null) return { kind: 'NotFound' };
    if (!isExpectedVersion(rule.version, expectedVersion)) return { kind: 'Stale', rule };
    return change(tx, rule);
  });
}

async function unknownTeams(
  { access }: Pick<Repositories, 'access'>,
  teamIds: readonly TeamId[],
): Promise<readonly FieldProblem[]> {
  if (teamIds.length === 0) return [];
  const known = new Set((await access.teams()).map(({ id }) => id));
  return teamIds
    .filter((id) => !known.has(id))
    .map((id) => ({ path: 'teamIds', message: `Team ${id} not found` }));
}

interface RuleWrite {
  readonly action: string;
  readonly before?: NotificationRule;
  readonly after?: NotificationRule;
  readonly requestId: string | null;
}

function auditRule(
  ports: RulePorts,
  tx: Pick<Repositories, 'audit'>,
  principal: Principal,
  { action, before, after, requestId }: RuleWrite,
): Promise<void> {
  const { id = '', name = '' } = after ?? before ?? {};
  return auditWrite(ports, tx, principal, {
    action,
    object: { kind: 'NotificationRule', id, name },
    before,
    after,
    requestId,
  });
}
