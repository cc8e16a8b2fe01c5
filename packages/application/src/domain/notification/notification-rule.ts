import type {
  ClusterId,
  FieldProblem,
  Instant,
  NotificationChannelId,
  NotificationRuleId,
  TeamId,
} from '@kerf/core';
import { ownersOf } from '../brake/brake-scope.js';
import type { Team } from '../identity/role.js';
import { isPlain, plainRule } from '../text/name-problem.js';
import { isAtLeast, type NotificationEventKind, type NotificationSeverity } from './event-kinds.js';
import type { NotificationEvent } from './notification-event.js';

/** Sends events to a channel. Conditions are combined with AND; an empty list allows everything. */
export interface NotificationRule {
  readonly id: NotificationRuleId;
  readonly channelId: NotificationChannelId;
  readonly name: string;
  readonly eventKinds: readonly NotificationEventKind[];
  readonly leastSeverity: NotificationSeverity;
  readonly clusterIds: readonly ClusterId[];
  readonly nodePools: readonly string[];
  /** Teams that own the cluster of the event or one of its NodePools. */
  readonly teamIds: readonly TeamId[];
  readonly isEnabled: boolean;
  readonly createdAt: Instant;
  readonly version: number;
}

/** The facts of an event that rules compare. */
export interface RoutableEvent
  extends Pick<NotificationEvent, 'kind' | 'severity' | 'clusterId' | 'nodePools'> {
  /** Teams that own its cluster or one of its NodePools now. */
  readonly teamIds: readonly TeamId[];
}

/** Returns the event with the teams that own its cluster or one of its NodePools. */
export function toRoutable(
  event: Omit<RoutableEvent, 'teamIds'>,
  teams: readonly Team[],
): RoutableEvent {
  const { kind, severity, clusterId, nodePools } = event;
  const places = nodePools.length === 0 ? [null] : nodePools;
  const owners = clusterId === null ? [] : places.flatMap((one) => ownersOf(teams, clusterId, one));
  return { kind, severity, clusterId, nodePools, teamIds: [...new Set(owners)] };
}

/** Returns true if the rule sends the event to its channel. */
export function ruleMatches(rule: NotificationRule, event: RoutableEvent): boolean {
  const { eventKinds, clusterIds, nodePools, teamIds } = rule;
  return (
    rule.isEnabled &&
    isAtLeast(event.severity, rule.leastSeverity) &&
    (eventKinds.length === 0 || eventKinds.includes(event.kind)) &&
    (clusterIds.length === 0 || clusterIds.some((id) => id === event.clusterId)) &&
    (nodePools.length === 0 || nodePools.some((name) => event.nodePools.includes(name))) &&
    (teamIds.length === 0 || teamIds.some((id) => event.teamIds.includes(id)))
  );
}

/**
 * Returns the channels that get an event: those of all matching rules, each once. The order of
 * rules has no meaning, so a new rule never takes notifications away from another channel.
 */
export const channelsFor = (
  rules: readonly NotificationRule[],
  event: RoutableEvent,
): readonly NotificationChannelId[] => [
  ...new Set(rules.filter((rule) => ruleMatches(rule, event)).map(({ channelId }) => channelId)),
];

const maxListLength = 100;

/** Returns the problems of a rule's definition, by field. */
export function checkRule(
  rule: Pick<NotificationRule, 'name' | 'clusterIds' | 'nodePools' | 'teamIds'>,
): readonly FieldProblem[] {
  const lists = ['clusterIds', 'nodePools', 'teamIds'] as const;
  return [
    ...(rule.name.trim() === '' || rule.name.length > 100
      ? [{ path: 'name', message: 'must have 1 to 100 characters' }]
      : []),
    ...(isPlain(rule.name) ? [] : [{ path: 'name', message: plainRule }]),
    ...lists
      .filter((path) => rule[path].length > maxListLength)
      .map((path) => ({ path, message: `must have at most ${maxListLength} elements` })),
  ];
}
