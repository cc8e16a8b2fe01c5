import { type ClusterId, type MicroUsdPerHour, usdText } from '@kerf/core';
import type { BrakeScope } from './brake-scope.js';
import { type BrakeAlert, type BrakeSettings } from './brake-settings.js';

/** Thresholds that only report. 0 turns an alert off. */
export interface AlertThresholds {
  readonly nodes: number;
  readonly spendMicroUsdPerHour: MicroUsdPerHour;
  /** NodeClaims requested or ended within a minute. */
  readonly changesPerMinute: number;
}

/** A scope of several clusters. A single cluster has {@link BrakeSettings}. */
export type AlertScope = Extract<BrakeScope, { readonly kind: 'Organization' | 'Team' }>;

/** The alert thresholds of a scope with the state that belongs to them. */
export interface StoredAlertThresholds {
  readonly scope: AlertScope;
  readonly thresholds: AlertThresholds;
  /** The alerts whose threshold is exceeded. */
  readonly activeAlerts: readonly BrakeAlert[];
  /** 0 while the scope has the defaults. */
  readonly version: number;
}

/**
 * Returns the alert thresholds of a scope before the first change: the alerts are off, because their
 * thresholds depend on the size of the scope.
 */
export const defaultAlertThresholds = (scope: AlertScope): StoredAlertThresholds => ({
  scope,
  thresholds: { nodes: 0, spendMicroUsdPerHour: 0, changesPerMinute: 0 },
  activeAlerts: [],
  version: 0,
});

/** Returns the alert thresholds of a cluster. */
export const alertThresholdsOf = (settings: BrakeSettings): AlertThresholds => ({
  nodes: settings.alertNodes,
  spendMicroUsdPerHour: settings.alertSpendMicroUsdPerHour,
  changesPerMinute: settings.alertChangesPerMinute,
});

/** Returns true if one of the alerts is on. */
export const hasThreshold = ({
  nodes,
  spendMicroUsdPerHour,
  changesPerMinute,
}: AlertThresholds): boolean => nodes > 0 || spendMicroUsdPerHour > 0 || changesPerMinute > 0;

/** The NodeClaims of a NodePool that were requested or ended within a time. */
export interface PoolChanges {
  readonly clusterId: ClusterId;
  /** Empty for NodeClaims without a NodePool. */
  readonly nodePool: string;
  readonly changes: number;
}

/** Numbers that alert thresholds are compared with. */
export interface ObservedNumbers {
  readonly nodes: number;
  readonly spendMicroUsdPerHour: MicroUsdPerHour;
  readonly changesPerMinute: number;
}

/** An alert whose threshold is exceeded. */
export interface ExceededAlert {
  readonly alert: BrakeAlert;
  readonly observed: number;
  readonly threshold: number;
  readonly message: string;
}

/**
 * Returns the alerts whose threshold is exceeded.
 * @param owner who has the nodes, with its verb, e.g. `The cluster has`
 */
export function exceededAlerts(
  thresholds: AlertThresholds,
  observed: ObservedNumbers,
  owner: string,
): readonly ExceededAlert[] {
  const { nodes, spendMicroUsdPerHour: spend, changesPerMinute: changes } = observed;
  const all: readonly ExceededAlert[] = [
    {
      alert: 'Nodes',
      observed: nodes,
      threshold: thresholds.nodes,
      message: `${owner} ${nodes} nodes; the alert threshold is ${thresholds.nodes}.`,
    },
    {
      alert: 'Spend',
      observed: spend,
      threshold: thresholds.spendMicroUsdPerHour,
      message: `${owner} nodes that cost ${usdText(spend)} per hour; the alert threshold is ${usdText(thresholds.spendMicroUsdPerHour)}.`,
    },
    {
      alert: 'Changes',
      observed: changes,
      threshold: thresholds.changesPerMinute,
      message: `${owner} ${changes} nodes that were requested or removed within a minute; the alert threshold is ${thresholds.changesPerMinute}.`,
    },
  ];
  return all.filter((each) => each.threshold > 0 && each.observed > each.threshold);
}
