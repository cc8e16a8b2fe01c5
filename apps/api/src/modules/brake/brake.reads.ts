import {
  type AlertScope,
  type BrakeScope,
  concernsCluster,
  defaultAlertThresholds,
  isInForce,
  isInScope,
  monthOf,
  ownersOf,
  type Pause,
  type Principal,
  type SpendLimit,
  scopeDenial,
  scopeKey,
  seesCostOf,
  seesScope,
  sumOfMonth,
  type Team,
} from '@kerf/application';
import type { ClusterId, DurationMs } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../contract/public-error.js';
import type {
  AlertThresholds as AlertThresholdsView,
  BrakeSettings as BrakeSettingsView,
  Pause as PauseView,
  SpendLimit as SpendLimitView,
} from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import { toScopeView } from '../access/access.mapper.js';

export type { AlertThresholdsView, BrakeSettingsView, PauseView, SpendLimitView };

/** How long released pauses are listed. */
const listedForMs: DurationMs = 30 * 24 * 3_600_000;

interface PauseFilter {
  readonly clusterId: ClusterId | null;
  readonly includeReleased: boolean;
}

/** Reads pauses, spend limits and thresholds as a caller may see them. */
@Injectable()
export class BrakeReads {
  constructor(@Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock'>) {}

  async pauses(
    principal: Principal,
    { clusterId, includeReleased }: PauseFilter,
  ): Promise<readonly PauseView[]> {
    const { store, clock } = this.ports;
    const now = clock.now();
    const releasedAfter = includeReleased ? now - listedForMs : null;
    const pauses =
      clusterId === null
        ? await store.pauses.list(releasedAfter)
        : (await store.pauses.ofCluster(clusterId, releasedAfter)).toReversed();
    const teams = await this.#teamsOf(pauses);
    const shown = pauses.filter(
      (pause) =>
        isAbout(clusterId, pause.scope, teams) &&
        seesScope(principal, pause.scope, teams) &&
        (includeReleased || isInForce(pause, now)),
    );
    return this.#views(principal, shown);
  }

  async pause(principal: Principal, id: string): Promise<PauseView | null> {
    const pause = await this.ports.store.pauses.find(id);
    if (pause === null) return null;
    if (!seesScope(principal, pause.scope, await this.#teamsOf([pause]))) return null;
    const [view] = await this.#views(principal, [pause]);
    return view ?? null;
  }

  /** @throws STATE.NOT_FOUND */
  async requirePause(principal: Principal, id: string): Promise<PauseView> {
    const pause = await this.pause(principal, id);
    if (pause === null) throw notFound(`Pause ${id} not found.`);
    return pause;
  }

  async spendLimits(
    principal: Principal,
    clusterId: ClusterId | null,
  ): Promise<readonly SpendLimitView[]> {
    const all = await this.ports.store.spendLimits.list();
    const teams = await this.#teamsOf(all);
    const limits = all.filter(
      ({ scope }) => isAbout(clusterId, scope, teams) && seesCostOf(principal, scope, teams),
    );
    return limits.length === 0 ? [] : this.#limitViews(limits);
  }

  async spendLimit(principal: Principal, id: string): Promise<SpendLimitView | null> {
    const limits = await this.spendLimits(principal, null);
    return limits.find((limit) => limit.id === id) ?? null;
  }

  /** @throws STATE.NOT_FOUND */
  async requireSpendLimit(principal: Principal, id: string): Promise<SpendLimitView> {
    const limit = await this.spendLimit(principal, id);
    if (limit === null) throw notFound(`Spend limit ${id} not found.`);
    return limit;
  }

  /** @throws STATE.NOT_FOUND if the caller does not see the cluster, or there is none */
  async settings(principal: Principal, clusterId: ClusterId): Promise<BrakeSettingsView> {
    const known = await this.ports.store.clusters.find(clusterId);
    if (known === null || !seesScope(principal, { kind: 'Cluster', clusterId }, [])) {
      throw notFound(`Cluster ${clusterId} not found.`);
    }
    const { settings, version } = await this.ports.store.brakes.settings(clusterId);
    const { spendRiseMicroUsdPerHour, alertSpendMicroUsdPerHour, ...others } = settings;
    return {
      clusterId,
      ...others,
      spendRise: spendRiseMicroUsdPerHour,
      alertSpend: alertSpendMicroUsdPerHour,
      version,
    };
  }

  /** Returns those of the organization and of every team, without scopes whose costs are hidden. */
  async alertThresholds(principal: Principal): Promise<readonly AlertThresholdsView[]> {
    const { store } = this.ports;
    const names = await this.#names();
    const { teams } = names.facts;
    const scopes: readonly AlertScope[] = [
      { kind: 'Organization' },
      ...teams.map(({ id }): AlertScope => ({ kind: 'Team', teamId: id })),
    ];
    const shown = scopes.filter((scope) => seesCostOf(principal, scope, teams));
    if (shown.length === 0) return [];
    const saved = new Map(
      (await store.alertThresholds.list()).map((stored) => [scopeKey(stored.scope), stored]),
    );
    const pools = (await store.brakes.currentSpend()).map((pool) => ({
      ...pool,
      teamIds: ownersOf(teams, pool.clusterId, pool.nodePool),
    }));
    return shown.map((scope) => {
      const { thresholds, activeAlerts, version } =
        saved.get(scopeKey(scope)) ?? defaultAlertThresholds(scope);
      const own = pools.filter((pool) => isInScope(scope, pool));
      return {
        scope: toScopeView(scope, names),
        nodes: thresholds.nodes,
        spend: thresholds.spendMicroUsdPerHour,
        changesPerMinute: thresholds.changesPerMinute,
        currentNodes: own.reduce((sum, { nodes }) => sum + nodes, 0),
        currentSpend: own.reduce((sum, pool) => sum + pool.priceMicroUsdPerHour, 0),
        exceeded: activeAlerts,
        version,
      };
    });
  }

  /** @throws STATE.NOT_FOUND if the caller does not see the costs of the scope, or there is none */
  async alertThresholdsOf(principal: Principal, scope: AlertScope): Promise<AlertThresholdsView> {
    const teamId = scope.kind === 'Team' ? scope.teamId : null;
    const all = await this.alertThresholds(principal);
    const found = all.find((each) => each.scope.teamId === teamId);
    if (found === undefined)
      throw notFound(`Alert thresholds of ${teamId ?? 'the organization'} not found.`);
    return found;
  }

  async #views(principal: Principal, pauses: readonly Pause[]): Promise<readonly PauseView[]> {
    if (pauses.length === 0) return [];
    const { store, clock } = this.ports;
    const names = await this.#names();
    return Promise.all(
      pauses.map(async ({ evidence, ...pause }) => ({
        ...pause,
        scope: toScopeView(pause.scope, names),
        evidence: evidence === null ? null : toEvidence(evidence),
        isInForce: isInForce({ ...pause, evidence }, clock.now()),
        releaseDenial: await scopeDenial(store, principal, 'pause.write', pause.scope),
      })),
    );
  }

  async #limitViews(limits: readonly SpendLimit[]): Promise<readonly SpendLimitView[]> {
    const { store, clock } = this.ports;
    const now = clock.now();
    const month = monthOf(now);
    const names = await this.#names();
    const [spent, current] = [
      await store.brakes.monthSpend(now),
      await store.brakes.currentSpend(),
    ];
    return limits.map(({ scope, reached, hourlyMicroUsd, monthlyMicroUsd, ...limit }) => {
      const isOf = (pool: { readonly clusterId: string; readonly nodePool: string }): boolean => {
        const { clusterId, nodePool } = pool;
        const teamIds = ownersOf(names.facts.teams, clusterId, nodePool);
        return isInScope(scope, { clusterId, nodePool, teamIds });
      };
      const { spentMicroUsd, forecastMicroUsd } = sumOfMonth(spent.filter(isOf), month, now);
      return {
        ...limit,
        scope: toScopeView(scope, names),
        hourly: hourlyMicroUsd,
        monthly: monthlyMicroUsd,
        currentHourly: current
          .filter(isOf)
          .reduce((total, pool) => total + pool.priceMicroUsdPerHour, 0),
        spentThisMonth: spentMicroUsd,
        forecastThisMonth: forecastMicroUsd,
        reachedPercent: reached?.month === month.name ? reached.percent : 0,
      };
    });
  }

  async #teamsOf(scoped: readonly { readonly scope: BrakeScope }[]): Promise<readonly Team[]> {
    const hasTeams = scoped.some(({ scope }) => scope.kind === 'Team');
    return hasTeams ? this.ports.store.access.teams() : [];
  }

  async #names() {
    const { store } = this.ports;
    const [teams, clusters] = await Promise.all([store.access.teams(), store.clusters.list()]);
    // The names in a scope need no roles.
    return { facts: { roles: [], bindings: [], teams }, clusters };
  }
}

/** Returns true if a scope concerns the cluster that is asked for, or none is. */
const isAbout = (clusterId: ClusterId | null, scope: BrakeScope, teams: readonly Team[]): boolean =>
  clusterId === null || concernsCluster(scope, clusterId, teams);

function toEvidence({
  rule,
  observed,
  threshold,
  steps,
  costMicroUsd,
}: NonNullable<Pause['evidence']>): NonNullable<PauseView['evidence']> {
  const isSpend = rule === 'SpendRise';
  return {
    rule,
    observed: isSpend ? null : observed,
    threshold: isSpend ? null : threshold,
    observedSpendRise: isSpend ? observed : null,
    thresholdSpendRise: isSpend ? threshold : null,
    steps,
    cost: costMicroUsd,
  };
}
