import {
  type BudgetCalendar,
  budgetCalendars,
  type CalendarPeriod,
  ownersOf,
  type Pause,
  type Principal,
  pausesOf,
  seesScope,
} from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import {
  type BudgetedNodePool,
  type BudgetedNodePoolFilter,
  type BudgetStatusOfPool,
  DecisionQueries,
  type DecisionWindow,
  DefinitionQueries,
  type Page,
  type PageRequest,
} from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import { type ApiPorts, PORTS } from '../../parts.js';

/** A NodePool with what may be disrupted in a period, and what else limits it. */
export interface CalendarRow {
  readonly pool: BudgetedNodePool;
  readonly calendar: BudgetCalendar;
  readonly pauses: readonly Pause[];
  readonly windows: readonly DecisionWindow[];
}

/** Reads disruption budgets, and their calendar. */
@Injectable()
export class DisruptionReads {
  constructor(
    @Inject(DefinitionQueries) private readonly definitions: DefinitionQueries,
    @Inject(DecisionQueries) private readonly decisions: DecisionQueries,
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'budgetSchedule'>,
  ) {}

  budgetStatuses(clusterId: ClusterId | null): Promise<readonly BudgetStatusOfPool[]> {
    return this.definitions.budgetStatuses(clusterId);
  }

  count(filter: BudgetedNodePoolFilter): Promise<number> {
    return this.definitions.countBudgetedNodePools(filter);
  }

  /** Returns a page of the calendar, as the caller may see it. */
  async page(
    principal: Principal,
    filter: BudgetedNodePoolFilter,
    period: CalendarPeriod,
    request: PageRequest,
  ): Promise<Page<CalendarRow>> {
    const page = await this.definitions.budgetedNodePools(filter, request);
    const clusterIds = [...new Set(page.items.map(({ value }) => value.clusterId))];
    const [pausesFor, windows] = await Promise.all([
      this.#pausesFor(principal),
      this.decisions.maintenanceWindows(clusterIds, period),
    ]);
    const calendarOf = budgetCalendars(this.ports.budgetSchedule, period);
    const toRow = (pool: BudgetedNodePool): CalendarRow => ({
      pool,
      calendar: calendarOf({ ...pool, unreadable: unreadableOf(pool) }),
      pauses: pausesFor(pool).filter((pause) => overlaps(pause, period)),
      windows: windows.filter((window) => isOf(window, pool)),
    });
    return { ...page, items: page.items.map((item) => ({ ...item, value: toRow(item.value) })) };
  }

  /** Returns a function for the pauses in force of a NodePool, of those that the caller sees. */
  async #pausesFor(principal: Principal): Promise<(pool: BudgetedNodePool) => readonly Pause[]> {
    const { store, clock } = this.ports;
    const now = clock.now();
    const all = await store.pauses.list(null);
    const teams = all.some(({ scope }) => scope.kind === 'Team') ? await store.access.teams() : [];
    const seen = all.filter(({ scope }) => seesScope(principal, scope, teams));
    return ({ clusterId, nodePool }) => {
      const teamIds = ownersOf(teams, clusterId, nodePool);
      return pausesOf(seen, { clusterId, nodePool, teamIds }, now);
    };
  }
}

const unreadableOf = ({ refusedField, refusedMessage }: BudgetedNodePool) =>
  refusedField === null ? null : { field: refusedField, detail: refusedMessage ?? '' };

const overlaps = (
  { setAt, expiresAt }: { readonly setAt: Instant; readonly expiresAt: Instant | null },
  { from, to }: CalendarPeriod,
): boolean => setAt < to && (expiresAt === null || expiresAt > from);

const isOf = (window: DecisionWindow, { clusterId, nodePool }: BudgetedNodePool): boolean =>
  window.clusterId === clusterId && window.nodePools.includes(nodePool);
