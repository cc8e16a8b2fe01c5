import type { TimeZone } from '../../../lib/format/time.js';
import type { WeekDays } from '../../../lib/format/week.js';
import type { GridColumn } from '../../../ui/tables/grid-column.js';
import { rowReasons, type WeekRow } from './to-week-rows.js';
import { WeekBand, WeekHead } from './week-band.js';
import { limitNow } from './week-text.js';

/** Returns the columns of the week that is shown. */
export const weekColumns = (
  days: WeekDays,
  now: number,
  zone: TimeZone,
): readonly GridColumn<WeekRow>[] => [
  {
    id: 'pool',
    header: 'NodePool',
    widthPx: 130,
    isPinned: true,
    renderCell: ({ pool }) => <span title={pool.nodePool}>{pool.nodePool}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 130,
    renderCell: ({ pool }) => <span title={pool.clusterName}>{pool.clusterName}</span>,
  },
  {
    id: 'reason',
    header: 'Reason',
    hint: 'Disruption reasons that the row applies to',
    widthPx: 130,
    renderCell: (row) => <span title={rowReasons(row)}>{rowReasons(row)}</span>,
  },
  {
    id: 'week',
    header: 'Week',
    widthPx: 560,
    grows: true,
    isSentence: true,
    renderHead: () => <WeekHead days={days} now={now} zone={zone} />,
    renderCell: (row) => <WeekBand row={row} days={days} now={now} zone={zone} />,
  },
  {
    id: 'now',
    header: 'Limit now',
    hint: 'The pause or the budget that limits disruption now',
    widthPx: 260,
    grows: true,
    renderCell: (row) => {
      const words = limitNow(row, now);
      return <span title={words}>{words}</span>;
    },
  },
];
