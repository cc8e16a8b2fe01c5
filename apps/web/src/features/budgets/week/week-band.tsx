import type { BudgetIntervalState } from '../../../gql/graphql.js';
import { formatWeekday, type TimeZone } from '../../../lib/format/time.js';
import { endOfWeek, type WeekDays } from '../../../lib/format/week.js';
import { pausesOfRow, type WeekInterval, type WeekRow } from './to-week-rows.js';
import classes from './week-band.module.css';
import {
  allowedText,
  limitText,
  pauseText,
  stateWords,
  timesText,
  weekLabel,
} from './week-text.js';

interface WeekProps {
  readonly days: WeekDays;
  readonly now: number;
  readonly zone: TimeZone;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the position of a span in the week as CSS; the part in the week of one that is longer. */
function placeOf(
  { from, to }: Span,
  days: WeekDays,
): { readonly left: string; readonly width: string } {
  const [start, end] = [days[0], endOfWeek(days)];
  const share = (at: number): number =>
    (100 * (Math.min(Math.max(at, start), end) - start)) / (end - start);
  return { left: `${share(from)}%`, width: `${share(to) - share(from)}%` };
}

const isInWeek = (at: number, days: WeekDays): boolean => at >= days[0] && at < endOfWeek(days);

/** The days above the bands, with the current time. */
export function WeekHead({ days, now, zone }: WeekProps) {
  return (
    <div className={classes['head']}>
      {days.slice(0, -1).map((from, index) => (
        <span
          key={from}
          className={classes['day']}
          style={placeOf({ from, to: days[index + 1] ?? from }, days)}
        >
          <span className="truncate">{formatWeekday(from, zone)}</span>
        </span>
      ))}
      {isInWeek(now, days) && (
        <span
          className={classes['now']}
          style={{ left: placeOf({ from: now, to: now }, days).left }}
        />
      )}
    </div>
  );
}

export interface WeekBandProps extends WeekProps {
  readonly row: WeekRow;
}

/** Colors and patterns that the label says in words. */
const pictureRole = { role: 'img' } as const;

/** The intervals of a row in their week, with pauses, maintenance windows, and the current time. */
export function WeekBand({ row, days, now, zone }: WeekBandProps) {
  return (
    <div className={classes['week']}>
      <div className={classes['band']} {...pictureRole} aria-label={weekLabel(row, zone)}>
        {row.intervals.map((interval) => (
          <Segment key={interval.from} interval={interval} row={row} days={days} zone={zone} />
        ))}
        {days.slice(1, -1).map((at) => (
          <span
            key={at}
            className={classes['midnight']}
            style={{ left: placeOf({ from: at, to: at }, days).left }}
          />
        ))}
        {pausesOfRow(row).map((pause) => (
          <span
            key={pause.id}
            className={classes['pause']}
            title={pauseText(pause)}
            style={placeOf(spanOf(pause, endOfWeek(days)), days)}
          />
        ))}
        {row.pool.maintenanceWindows.map((window) => (
          <span
            key={window.decisionId}
            className={classes['window']}
            title={`Maintenance window of decision ${window.decisionId}`}
            style={placeOf(spanOf(window, endOfWeek(days)), days)}
          />
        ))}
        {isInWeek(now, days) && (
          <span
            className={classes['now']}
            style={{ left: placeOf({ from: now, to: now }, days).left }}
          />
        )}
      </div>
      <div className={classes['initials']} aria-hidden="true">
        {days.slice(0, -1).map((from, index) => (
          <span
            key={from}
            className={classes['initial']}
            style={placeOf({ from, to: days[index + 1] ?? from }, days)}
          >
            {formatWeekday(from, zone).slice(0, 3)}
          </span>
        ))}
      </div>
    </div>
  );
}

const spanOf = (
  { from, to }: { readonly from: string; readonly to: string | null },
  end: number,
): Span => ({ from: Date.parse(from), to: to === null ? end : Date.parse(to) });

/** Narrower ones have no room for a number. */
const leastShareOfText = 0.03;

function Segment({
  interval,
  row,
  days,
  zone,
}: Omit<WeekBandProps, 'now'> & { readonly interval: WeekInterval }) {
  const span = spanOf(interval, endOfWeek(days));
  const share = (span.to - span.from) / (endOfWeek(days) - days[0]);
  const text = allowedText(interval, row.pool.nodes);
  return (
    <span
      className={`${classes['segment']} ${classes[interval.state]}`}
      style={placeOf(span, days)}
      title={`${timesText(interval, zone)}: ${stateWords[interval.state]}, ${text}. ${limitText(interval, row)}`}
    >
      {share >= leastShareOfText && (
        <span>{interval.state === 'OPEN' ? 'all' : interval.allowed}</span>
      )}
    </span>
  );
}

const shownStates: readonly BudgetIntervalState[] = ['BLOCKED', 'LIMITED', 'OPEN'];
const stateMeanings: Readonly<Record<BudgetIntervalState, string>> = {
  BLOCKED: 'Blocked: no disruption',
  LIMITED: 'Limited: so many nodes at once',
  OPEN: 'Open: no budget limits',
  UNKNOWN: 'Unknown',
};

/** The meaning of the patterns of the bands. */
export function WeekLegend() {
  return (
    <ul className={classes['legend']} aria-label="Legend">
      {shownStates.map((state) => (
        <Sample key={state} className={`${classes['segment']} ${classes[state]}`}>
          {stateMeanings[state]}
        </Sample>
      ))}
      <Sample className={classes['pause'] ?? ''}>Paused</Sample>
      <Sample className={classes['window'] ?? ''}>Maintenance window</Sample>
      <Sample className={classes['nowSample'] ?? ''}>Now</Sample>
    </ul>
  );
}

function Sample({
  className,
  children,
}: {
  readonly className: string;
  readonly children: string;
}) {
  return (
    <li>
      <span className={classes['sample']} aria-hidden="true">
        <span className={className} />
      </span>{' '}
      {children}
    </li>
  );
}
