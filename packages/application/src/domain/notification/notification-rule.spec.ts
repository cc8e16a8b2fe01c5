import { aNotificationEvent, aNotificationRule } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Team } from '../identity/role.js';
import {
  channelsFor,
  checkRule,
  type NotificationRule,
  ruleMatches,
  toRoutable,
} from './notification-rule.js';

const team: Team = {
  id: 'tem_1',
  name: 'shop',
  owns: [{ kind: 'NodePool', clusterId: 'clu_1', nodePool: 'default' }],
  members: [],
  createdAt: 0,
  version: 1,
};
const event = toRoutable(aNotificationEvent(), [team]);
const rule = (fields: Partial<NotificationRule> = {}) =>
  aNotificationRule({ id: 'rul_1', channelId: 'chn_1', ...fields });

describe('ruleMatches', () => {
  it.each<[string, Partial<NotificationRule>, boolean]>([
    ['no condition', {}, true],
    ['its kind', { eventKinds: ['decision.failed'] }, true],
    ['another kind', { eventKinds: ['decision.executed'] }, false],
    ['its severity', { leastSeverity: 'Warning' }, true],
    ['a higher severity', { leastSeverity: 'Critical' }, false],
    ['its cluster', { clusterIds: ['clu_9', 'clu_1'] }, true],
    ['another cluster', { clusterIds: ['clu_9'] }, false],
    ['its NodePool', { nodePools: ['default'] }, true],
    ['another NodePool', { nodePools: ['gpu'] }, false],
    ['one of two conditions', { nodePools: ['default'], clusterIds: ['clu_9'] }, false],
    ['its team', { teamIds: ['tem_9', 'tem_1'] }, true],
    ['another team', { teamIds: ['tem_9'] }, false],
    ['no condition, disabled', { isEnabled: false }, false],
  ])('is asked with %s', (_what, fields, isMatch) => {
    expect(ruleMatches(rule(fields), event)).toBe(isMatch);
  });

  it('sends no event without a cluster to a rule for a cluster', () => {
    const global = toRoutable(aNotificationEvent({ clusterId: null }), [team]);
    expect(ruleMatches(rule({ teamIds: ['tem_1'] }), global)).toBe(false);
    expect(ruleMatches(rule({ clusterIds: ['clu_1'] }), global)).toBe(false);
  });
});

describe('toRoutable', () => {
  it('names the teams that own the cluster or one of the NodePools', () => {
    const owner: Team = { ...team, id: 'tem_2', owns: [{ kind: 'Cluster', clusterId: 'clu_1' }] };
    const teamsOf = (fields: Parameters<typeof aNotificationEvent>[0]) =>
      toRoutable(aNotificationEvent(fields), [team, owner]).teamIds;
    expect(teamsOf({ nodePools: ['gpu', 'default'] })).toEqual(['tem_2', 'tem_1']);
    expect(teamsOf({ nodePools: [] })).toEqual(['tem_2']);
    expect(teamsOf({ clusterId: 'clu_2' })).toEqual([]);
  });
});

describe('channelsFor', () => {
  it('names the channels of all matching rules once', () => {
    const rules = [
      rule({ id: 'rul_1' }),
      rule({ id: 'rul_2' }),
      rule({ id: 'rul_3', channelId: 'chn_2' }),
      rule({ id: 'rul_4', channelId: 'chn_3', isEnabled: false }),
    ];
    expect(channelsFor(rules, event)).toEqual(['chn_1', 'chn_2']);
  });
});

it('checkRule limits names and lists', () => {
  const long = Array.from({ length: 101 }, () => 'x');
  expect(checkRule(rule({ name: ' ', nodePools: long })).map(({ path }) => path)).toEqual([
    'name',
    'nodePools',
  ]);
  expect(checkRule(rule())).toEqual([]);
});
