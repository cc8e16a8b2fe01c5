import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AccessScopeInput, AccessScopeKind } from '../../../gql/graphql.js';
import { usePreferences } from '../../../lib/browser/preferences.js';
import { formatInstant, formatWeekTime } from '../../../lib/format/time.js';
import { Badge, type BadgeContent } from '../../../ui/badges/badge.js';
import { decisionKindWords } from '../../../ui/badges/state-badges.js';
import { Button } from '../../../ui/controls/controls.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { Section } from '../../../ui/layout/layout.js';
import { SidePanel } from '../../../ui/layout/side-panel.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { rowReasons, type WeekInterval, type WeekRow } from './to-week-rows.js';
import {
  allowedText,
  budgetField,
  limitNow,
  limitText,
  pauseText,
  stateWords,
  timesText,
} from './week-text.js';

/** Loaded on first use. */
const PauseDialog = lazy(async () => ({
  default: (await import('../../../app/pauses/pause-dialog.js')).PauseDialog,
}));

export interface WeekPanelProps {
  readonly id: string;
  /** `undefined` if the list has no such row, or while it is loaded. */
  readonly row: WeekRow | undefined;
  readonly isLoading: boolean;
  readonly now: number;
  readonly onClose: () => void;
}

/** All intervals of a row in words, with links to the budgets in the editor. */
export function WeekPanel({ id, row, isLoading, now, onClose }: WeekPanelProps) {
  return (
    <SidePanel
      id={id}
      title={row === undefined ? 'Disruption budgets' : `NodePool ${row.pool.nodePool}`}
      widthPx={560}
      onClose={onClose}
    >
      {row !== undefined && <Sections row={row} now={now} />}
      {row === undefined && isLoading && <p className="dimmed">Loading the calendar…</p>}
      {row === undefined && !isLoading && <EmptyState title="NodePool not found in this week" />}
    </SidePanel>
  );
}

function Sections({ row, now }: { readonly row: WeekRow; readonly now: number }) {
  const { pool } = row;
  return (
    <>
      {pool.problems.map(({ field, message }) => (
        <Notice key={field} tone="broken">
          <code>{field}</code> {message}{' '}
          <EditLink row={row} field={field}>
            Fix in the editor
          </EditLink>
        </Notice>
      ))}
      <Section title="Limit now">
        <p>{limitNow(row, now)}</p>
      </Section>
      <Section title={`Week: ${rowReasons(row)}`}>
        {row.intervals.length > 0 && <Intervals row={row} now={now} />}
        <p className="dimmed">
          Numbers are of the {pool.nodes} nodes that the NodePool has now. Budgets limit how many
          nodes are disrupted at the same time, not how many in a day.
        </p>
      </Section>
      {pool.pauses.length > 0 && <Pauses row={row} />}
      {pool.maintenanceWindows.length > 0 && <Windows row={row} />}
    </>
  );
}

const stateBadges: Readonly<Record<WeekInterval['state'], Omit<BadgeContent, 'label'>>> = {
  BLOCKED: { tone: 'attention', icon: 'lock' },
  LIMITED: { tone: 'active', icon: 'minus' },
  OPEN: { tone: 'neutral', icon: 'check' },
  UNKNOWN: { tone: 'neutral', icon: 'dash' },
};

function Intervals({ row, now }: { readonly row: WeekRow; readonly now: number }) {
  const { timeZone } = usePreferences();
  return (
    <SimpleTable
      caption={`Intervals of NodePool ${row.pool.nodePool}`}
      columns={[
        {
          header: 'From – to',
          renderCell: (interval) => <span className="nowrap">{timesText(interval, timeZone)}</span>,
        },
        {
          header: 'State',
          renderCell: ({ state }) => <Badge {...stateBadges[state]}>{stateWords[state]}</Badge>,
        },
        {
          header: 'Nodes at once',
          isNumeric: true,
          renderCell: (interval) => allowedText(interval, row.pool.nodes),
        },
        {
          header: 'Limited by',
          isSentence: true,
          renderCell: (interval) => (
            <>
              {limitText(interval, row)} <BudgetLink interval={interval} row={row} />{' '}
              <PauseUntil interval={interval} row={row} now={now} />
            </>
          ),
        },
      ]}
      rows={row.intervals}
      rowKey={({ from }) => from}
    />
  );
}

interface IntervalProps {
  readonly interval: WeekInterval;
  readonly row: WeekRow;
}

function BudgetLink({ interval, row }: IntervalProps) {
  const field = budgetField(interval);
  if (field === undefined) return null;
  return (
    <EditLink row={row} field={field}>
      Edit budget {(interval.limitingBudget ?? 0) + 1}
    </EditLink>
  );
}

interface EditLinkProps {
  readonly row: WeekRow;
  readonly field: string;
  readonly children: ReactNode;
}

/** Links to the field of the NodePool in the editor. */
function EditLink({ row: { pool }, field, children }: EditLinkProps) {
  return (
    <Link
      to="/apply"
      search={{ cluster: pool.clusterName, edit: `NodePool/${pool.nodePool}`, field }}
      title={field}
    >
      {children}
    </Link>
  );
}

/** Opens the form of a pause that ends with the interval; only intervals that are not over have it. */
function PauseUntil({ interval, row, now }: IntervalProps & { readonly now: number }) {
  const { timeZone } = usePreferences();
  const [isOpen, setOpen] = useState(false);
  const { pool } = row;
  if (interval.state === 'BLOCKED' || Date.parse(interval.to) <= now) return null;
  const scope: AccessScopeInput = {
    kind: 'NODE_POOL',
    clusterId: pool.clusterId,
    nodePool: pool.nodePool,
  };
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setOpen(true)}>
        Pause until {formatWeekTime(Date.parse(interval.to), timeZone)}…
      </Button>
      <Suspense>
        {isOpen && (
          <PauseDialog
            cluster={pool.clusterName}
            preset={{ scope, expiresAt: interval.to }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const pauseScopes: Readonly<Record<AccessScopeKind, string>> = {
  ORGANIZATION: 'all clusters',
  TEAM: 'its team',
  CLUSTER: 'its cluster',
  NODE_POOL: 'this NodePool',
};

function Pauses({ row: { pool } }: { readonly row: WeekRow }) {
  const { timeZone } = usePreferences();
  return (
    <Section title="Pauses in force" aside={<Link to="/brakes">Open brakes</Link>}>
      <SimpleTable
        caption="Pauses in force"
        columns={[
          { header: 'Pause', isSentence: true, renderCell: pauseText },
          {
            header: 'In',
            renderCell: ({ scope }) => pauseScopes[scope],
          },
          {
            header: 'Until',
            renderCell: ({ to }) =>
              to === null ? 'someone releases it' : formatInstant(Date.parse(to), timeZone),
          },
        ]}
        rows={pool.pauses}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}

function Windows({ row: { pool } }: { readonly row: WeekRow }) {
  const { timeZone } = usePreferences();
  return (
    <Section title="Maintenance windows">
      <SimpleTable
        caption="Maintenance windows of approved decisions"
        columns={[
          {
            header: 'Decision',
            renderCell: ({ decisionId, kind }) => (
              <Link to="/decisions/$id" params={{ id: decisionId }}>
                {decisionKindWords[kind]}
              </Link>
            ),
          },
          { header: 'From – to', renderCell: (window) => timesText(window, timeZone) },
        ]}
        rows={pool.maintenanceWindows}
        rowKey={({ decisionId }) => decisionId}
      />
    </Section>
  );
}
