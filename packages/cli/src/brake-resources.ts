import {
  type AccessScope,
  type AlertThresholds,
  type BrakeSettings,
  dataOf,
  type SpendLimit,
} from '@kerf/client';
import { ofClusters } from './lists.js';
import { dollars } from './output/values.js';
import { resource } from './resource.js';

/** Returns a scope in a word, e.g. `cluster/prod-1`. */
export function scopeText({
  kind,
  teamName,
  clusterName,
  nodePool,
}: Pick<AccessScope, 'kind' | 'teamName' | 'clusterName' | 'nodePool'>): string {
  if (kind === 'TEAM') return `team/${teamName}`;
  if (kind === 'CLUSTER') return `cluster/${clusterName}`;
  return kind === 'NODE_POOL' ? `nodepool/${clusterName}/${nodePool}` : 'organization';
}

/** Pauses in force. */
export const pauses = resource({
  name: 'pauses',
  noun: 'Pause',
  aliases: ['pause'],
  filters: ['cluster'],
  topics: ['PAUSE'],
  async *list(client, { cluster }) {
    const { items } = await dataOf(
      client.GET('/api/v1/pauses', { params: { query: cluster === undefined ? {} : { cluster } } }),
    );
    yield* items;
  },
  isNamed: ({ id }, wanted) => id === wanted,
  nameOf: ({ id }) => `pause/${id}`,
  columns: [
    { title: 'ID', of: ({ id }) => id },
    { title: 'SCOPE', of: ({ scope }) => scopeText(scope) },
    { title: 'STOPS', of: ({ stops }) => stops },
    { title: 'OWNER', of: ({ owner }) => owner },
    { title: 'UNTIL', of: ({ releasedAt, expiresAt }) => releasedAt ?? expiresAt },
    { title: 'REASON', of: ({ reason }) => reason },
  ],
});

/** Spend limits, with the spending of their scopes. */
export const spendLimits = resource<SpendLimit>({
  name: 'spendlimits',
  noun: 'Spend limit',
  aliases: ['spendlimit', 'spend-limits', 'spend-limit'],
  filters: ['cluster'],
  topics: ['PAUSE', 'NODES'],
  async *list(client, { cluster }) {
    const query = cluster === undefined ? {} : { cluster };
    const { items } = await dataOf(client.GET('/api/v1/spend-limits', { params: { query } }));
    yield* items;
  },
  isNamed: ({ id }, wanted) => id === wanted,
  nameOf: ({ id }) => `spendlimit/${id}`,
  columns: [
    { title: 'ID', of: ({ id }) => id },
    { title: 'SCOPE', of: ({ scope }) => scopeText(scope) },
    { title: 'PER HOUR', of: ({ currentHourly }) => dollars(currentHourly) },
    { title: 'HOURLY LIMIT', of: ({ hourly }) => dollars(hourly) },
    { title: 'THIS MONTH', of: ({ spentThisMonth }) => dollars(spentThisMonth) },
    { title: 'FORECAST', of: ({ forecastThisMonth }) => dollars(forecastThisMonth) },
    { title: 'MONTHLY LIMIT', of: ({ monthly }) => dollars(monthly) },
    { title: 'BLOCKS', of: ({ blocksLaunches }) => (blocksLaunches ? 'yes' : 'no') },
  ],
});

/** Alert thresholds of the organization and of teams. */
export const alertThresholds = resource<AlertThresholds>({
  name: 'alertthresholds',
  noun: 'Alert threshold',
  aliases: ['alert-thresholds', 'alerts'],
  filters: [],
  topics: ['PAUSE', 'NODES'],
  async *list(client) {
    const { items } = await dataOf(client.GET('/api/v1/alert-thresholds'));
    yield* items;
  },
  isNamed: ({ scope }, wanted) =>
    scope.kind === 'TEAM'
      ? scope.teamId === wanted || scope.teamName === wanted
      : wanted === 'organization',
  nameOf: ({ scope }) => `alertthresholds/${scope.teamId ?? 'organization'}`,
  columns: [
    { title: 'SCOPE', of: ({ scope }) => scopeText(scope) },
    { title: 'NODES', of: ({ currentNodes }) => currentNodes },
    { title: 'NODES ABOVE', of: ({ nodes }) => threshold(nodes) },
    { title: 'PER HOUR', of: ({ currentSpend }) => dollars(currentSpend) },
    { title: 'PER HOUR ABOVE', of: ({ spend }) => moneyThreshold(spend) },
    { title: 'CHANGES ABOVE', of: ({ changesPerMinute }) => threshold(changesPerMinute) },
    { title: 'EXCEEDED', of: ({ exceeded }) => exceeded.join(',') },
  ],
});

/** Thresholds of the brakes and alerts of each cluster. */
export const brakeSettings = resource<BrakeSettings & { readonly clusterName: string }>({
  name: 'brakesettings',
  noun: 'Brake settings',
  aliases: ['brake-settings'],
  filters: ['cluster'],
  topics: ['PAUSE', 'CLUSTER'],
  list: (client, { cluster }) =>
    ofClusters(client, cluster, async function* one(name) {
      const path = { cluster: name };
      yield await dataOf(
        client.GET('/api/v1/clusters/{cluster}/brake-settings', { params: { path } }),
      );
    }),
  isNamed: ({ clusterId, clusterName }, wanted) => clusterId === wanted || clusterName === wanted,
  nameOf: ({ clusterName }) => `brakesettings/${clusterName}`,
  columns: [
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'CLAIMS/MIN', of: ({ claimsPerMinute }) => threshold(claimsPerMinute) },
    { title: 'SPEND RISE', of: ({ spendRise }) => moneyThreshold(spendRise) },
    { title: 'LAUNCH FAILURES', of: ({ launchFailures }) => threshold(launchFailures) },
    { title: 'NOT JOINED', of: ({ registrationFailures }) => threshold(registrationFailures) },
    { title: 'FLAPS', of: ({ flapRepeats }) => threshold(flapRepeats) },
    { title: 'ALERT NODES', of: ({ alertNodes }) => threshold(alertNodes) },
    { title: 'ALERT PER HOUR', of: ({ alertSpend }) => moneyThreshold(alertSpend) },
    { title: 'ALERT CHANGES', of: ({ alertChangesPerMinute }) => threshold(alertChangesPerMinute) },
  ],
});

/** 0 turns a threshold off. */
const threshold = (value: number): number | string => (value === 0 ? 'off' : value);
const moneyThreshold = (usd: string): string | null => (usd === '0' ? 'off' : dollars(usd));
