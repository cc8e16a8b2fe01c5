import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { Figure } from '../../ui/layout/description-list.js';
import { Money } from '../../ui/values/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { costReportQuery } from './cost.queries.js';
import { lowerBoundSentence } from './lower-bound-sentence.js';

interface PossibleSavingFigureProps {
  /** Absent for all clusters. */
  readonly cluster?: { readonly id: string; readonly name: string };
}

/**
 * How much the cost is above its lower bound, with a link to the causes; nothing before the first
 * analysis and without managed nodes. The page waits for it, because it moves the other figures.
 */
export function PossibleSavingFigure({ cluster }: PossibleSavingFigureProps) {
  const { data } = useQuery(costReportQuery(cluster?.id));
  if (data === undefined || data.nodes === 0) return null;
  const saving = toMicroUsd(data.cost) - toMicroUsd(data.lowerBound);
  return (
    <Link to="/cost" search={{ cluster: cluster?.name }} title={lowerBoundSentence(data)}>
      <Figure
        value={<Money microUsd={saving} />}
        label={
          <>
            of {formatHourly(toMicroUsd(data.cost))} can be saved at most
            {data.asOf !== null && (
              <>
                , <RelativeTime at={data.asOf} />
              </>
            )}
          </>
        }
      />
    </Link>
  );
}
