import { useQuery } from '@tanstack/react-query';
import type { CostFilter } from '../../gql/graphql.js';
import { formatDollars, formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { costMonthQuery } from './cost.queries.js';

export interface CostMonthFiguresProps {
  readonly filter: CostFilter;
  readonly isEnabled: boolean;
}

/** Month-to-date cost, and the month-end forecast. */
export function CostMonthFigures({ filter, isEnabled }: CostMonthFiguresProps) {
  const query = useQuery({ ...costMonthQuery(filter), enabled: isEnabled });
  return (
    <QueryContent query={query} action="load the month's cost">
      {(month) => (
        <Figures>
          <Figure
            value={month === undefined ? '…' : dollars(month.cost)}
            label="this month (UTC)"
          />
          <Figure
            value={month === undefined ? '…' : dollars(month.forecast)}
            label="month-end forecast"
          />
          <Figure
            value={month === undefined ? '…' : formatHourly(toMicroUsd(month.recent))}
            label="average of the last 24 h"
          />
          {month !== undefined && month.knownFrom !== null && (
            <Figure
              value={<RelativeTime at={month.knownFrom} form="age" />}
              label="of data available"
            />
          )}
        </Figures>
      )}
    </QueryContent>
  );
}

const dollars = (microUsd: string): string => formatDollars(toMicroUsd(microUsd) / 1e6, 2);
