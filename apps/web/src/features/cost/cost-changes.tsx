import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TeamFilter } from '../../app/team-filter.js';
import { serverNow } from '../../lib/api/server-clock.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { formatHourly, toMicroUsd, withSign } from '../../lib/format/money.js';
import { formatClock } from '../../lib/format/time.js';
import { fromTimeInput, toTimeInput } from '../../lib/format/time-input.js';
import { NodePoolFilter } from '../../ui/badges/node-pool-filter.js';
import { Button, SegmentedControl, TextInput } from '../../ui/controls/controls.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Notice } from '../../ui/feedback/notice.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Row } from '../../ui/layout/layout.js';
import { type ChangeRequest, changePeriodMs, costChangeQuery } from './cost.queries.js';
import { type CostSearch, changePeriods } from './cost.search.js';
import { type CostChange, CostDriverTable } from './cost-driver-table.js';
import type { CostViewProps } from './current-cost.js';

export function changeRequest(search: CostSearch, clusterId: string | undefined): ChangeRequest {
  const { since, from, to, team, pool, capacity } = search;
  return {
    ...(since === undefined ? { from, to } : { since }),
    filter: {
      clusterId: clusterId ?? null,
      ...(team === undefined ? {} : { teams: [team] }),
      nodePools: pool === undefined ? null : [pool],
      capacityTypes: capacity === undefined ? null : [capacity],
    },
  };
}

/** Why the cost per hour differs between two times. */
export function CostChanges({ clusterId, isEnabled, search, onSearch }: CostViewProps) {
  const query = useQuery({
    ...costChangeQuery(changeRequest(search, clusterId)),
    enabled: isEnabled,
  });
  return (
    <>
      <Row>
        <PeriodControl search={search} onSearch={onSearch} knownFrom={query.data?.knownFrom} />
        <TeamFilter value={search.team} onChange={(team) => onSearch({ team })} />
        <NodePoolFilter name={search.pool} onClear={() => onSearch({ pool: undefined })} />
      </Row>
      <QueryContent query={query} action="compare the costs">
        {(change) =>
          change === undefined ? (
            <p className="dimmed">Comparing costs…</p>
          ) : (
            <ChangeBody
              change={change}
              isFleet={clusterId === undefined}
              isDefault={search.since === undefined && search.from === undefined}
            />
          )
        }
      </QueryContent>
    </>
  );
}

interface PeriodControlProps extends Pick<CostViewProps, 'search' | 'onSearch'> {
  readonly knownFrom: string | null | undefined;
}

const dayLabel = '24h';
const customLabel = 'Custom';

/** Presets until now, and two times of one's own. */
function PeriodControl({ search, onSearch, knownFrom }: PeriodControlProps) {
  const { since, from, to } = search;
  const isCustom = since === undefined && (from !== undefined || to !== undefined);
  const [isOpened, setOpened] = useState(false);
  const isOpen = isCustom || isOpened;
  const none = { since: undefined, from: undefined, to: undefined };
  const historyMs = knownFrom ? serverNow() - Date.parse(knownFrom) : Number.POSITIVE_INFINITY;
  return (
    <>
      <SegmentedControl
        aria-label="Compare now with the time before"
        data={[
          ...changePeriods.slice(0, 2).map((value) => preset(value, historyMs)),
          { value: dayLabel, label: dayLabel },
          ...changePeriods.slice(2).map((value) => preset(value, historyMs)),
          { value: customLabel, label: customLabel },
        ]}
        value={isOpen ? customLabel : (since ?? dayLabel)}
        onChange={(value) => {
          setOpened(value === customLabel);
          if (value === customLabel) return;
          onSearch({ ...none, since: changePeriods.find((each) => each === value) });
        }}
      />
      {isOpen && (
        <CustomPeriod
          key={`${from} ${to}`}
          search={search}
          onSearch={(next) => {
            // From now on, the URL says that it is open.
            setOpened(false);
            onSearch(next);
          }}
        />
      )}
    </>
  );
}

/** A period that is longer than the history cannot be chosen. */
const preset = (value: (typeof changePeriods)[number], historyMs: number) => ({
  value,
  label: value,
  disabled: changePeriodMs[value] > historyMs,
});

function CustomPeriod({ search, onSearch }: Pick<CostViewProps, 'search' | 'onSearch'>) {
  const { timeZone } = usePreferences();
  const [from, setFrom] = useState(toTimeInput(search.from, timeZone));
  const [to, setTo] = useState(toTimeInput(search.to, timeZone));
  return (
    <>
      <TextInput
        type="datetime-local"
        aria-label="From"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        aria-label="To, now if empty"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={from === '' && to === ''}
        onClick={() =>
          onSearch({
            since: undefined,
            from: fromTimeInput(from, timeZone),
            to: fromTimeInput(to, timeZone),
          })
        }
      >
        Compare
      </Button>
    </>
  );
}

interface ChangeBodyProps {
  readonly change: CostChange;
  readonly isFleet: boolean;
  /** Whether the API chose the time to compare with. */
  readonly isDefault: boolean;
}

function ChangeBody({ change, isFleet, isDefault }: ChangeBodyProps) {
  if (change.knownFrom === null) {
    return (
      <EmptyState title="No costs to compare yet">
        Kerf records the costs of nodes from the registration of a cluster. The first comparison
        appears after a minute.
      </EmptyState>
    );
  }
  return (
    <>
      <ChangeFigures change={change} />
      <ChangeNotices change={change} isDefault={isDefault} />
      {change.drivers.length === 0 ? (
        <EmptyState title="No changes">
          The same nodes ran at both times, at the same prices.
        </EmptyState>
      ) : (
        <CostDriverTable change={change} isFleet={isFleet} />
      )}
      <p className="dimmed">
        The changes add up exactly to the difference. The nodes that a decision launched and removed
        count as one change; a node belongs to the workload of most pods that it was launched for.
        Prices are AWS list prices.
      </p>
    </>
  );
}

function ChangeFigures({ change }: { readonly change: CostChange }) {
  const clock = useClock();
  const [before, after] = [toMicroUsd(change.before), toMicroUsd(change.after)];
  return (
    <Figures>
      <Figure value={withSign(toMicroUsd(change.change), formatHourly)} label="change" />
      <Figure
        value={formatHourly(before)}
        label={`${clock(change.from)}, ${countOf(change.nodesBefore, 'node')}`}
      />
      <Figure
        value={formatHourly(after)}
        label={`${clock(change.to)}, ${countOf(change.nodesAfter, 'node')}`}
      />
      <Figure value={withSign(toMicroUsd(change.increase), formatHourly)} label="increases" />
      <Figure value={withSign(toMicroUsd(change.decrease), formatHourly)} label="decreases" />
    </Figures>
  );
}

/** Returns the format of times of a change. */
export function useClock(): (at: string) => string {
  const { timeZone } = usePreferences();
  return (at) => formatClock(Date.parse(at), serverNow(), timeZone);
}

const dayMs = 86_400_000;

/** Limits of the comparison: its beginning, gaps, and unknown prices. */
function ChangeNotices({ change, isDefault }: Omit<ChangeBodyProps, 'isFleet'>) {
  const clock = useClock();
  const { from, to, unpricedNodesBefore, unpricedNodesAfter } = change;
  const unpriced = Math.max(unpricedNodesBefore, unpricedNodesAfter);
  const isShort = isDefault && Date.parse(to) - Date.parse(from) < dayMs;
  return (
    <>
      {isShort && (
        <p className="dimmed">
          Costs are known for less than a day: the comparison begins at {clock(from)}.
        </p>
      )}
      <GapNotice gaps={change.gaps} />
      {unpriced > 0 && (
        <Notice tone="attention">
          {countOf(unpriced, 'node has', 'nodes have')} an unknown price and{' '}
          {unpriced === 1 ? 'is' : 'are'} not included: the actual cost is higher.
        </Notice>
      )}
    </>
  );
}

const shownGaps = 3;

function GapNotice({ gaps }: Pick<CostChange, 'gaps'>) {
  const clock = useClock();
  if (gaps.length === 0) return null;
  return (
    <Notice tone="attention">
      Not measured:{' '}
      {gaps
        .slice(0, shownGaps)
        .map(({ clusterName, from, to }) => `${clusterName} from ${clock(from)} to ${clock(to)}`)
        .join(', ')}
      {gaps.length > shownGaps && ` and ${countOf(gaps.length - shownGaps, 'other period')}`}. Nodes
      that came or left then did so at an unknown time.
    </Notice>
  );
}
