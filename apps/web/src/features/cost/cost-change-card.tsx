import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatHourly, toMicroUsd, withSign } from '../../lib/format/money.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Section } from '../../ui/layout/layout.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { costChangeQuery } from './cost.queries.js';
import { useClock } from './cost-changes.js';
import { type CostChange, CostDriverTable } from './cost-driver-table.js';

/** The number of drivers that are shown. */
const shownDrivers = 5;

/** The largest changes of the cost of the fleet since a day ago, with a link to all. */
export function FleetCostChange() {
  const query = useQuery(costChangeQuery({ filter: { clusterId: null } }));
  return (
    <Section title="What changed" aside={<AllChanges />}>
      <QueryContent query={query} action="compare the costs">
        {(change) =>
          change === undefined ? (
            <p className="dimmed">Comparing costs…</p>
          ) : (
            <>
              <p>
                <ChangeSum change={change} />
              </p>
              <TopDrivers change={change} isFleet />
            </>
          )
        }
      </QueryContent>
    </Section>
  );
}

interface ClusterCostChangeProps {
  readonly cluster: { readonly id: string; readonly name: string };
}

/** The change of a cluster's cost since a day ago in one line, which unfolds to its largest causes. */
export function ClusterCostChange({ cluster }: ClusterCostChangeProps) {
  const query = useQuery(costChangeQuery({ filter: { clusterId: cluster.id } }));
  const [isOpen, setOpen] = useState(false);
  return (
    <QueryContent query={query} action="compare the costs">
      {(change) =>
        change === undefined ? (
          <p className="dimmed">Comparing costs…</p>
        ) : (
          <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>
              What changed: <ChangeSum change={change} />
              <FirstDriver change={change} />
            </summary>
            {isOpen && (
              <>
                <TopDrivers change={change} isFleet={false} />
                <AllChanges cluster={cluster.name} />
              </>
            )}
          </details>
        )
      }
    </QueryContent>
  );
}

const AllChanges = ({ cluster }: { readonly cluster?: string }) => (
  <Link to="/cost" search={{ cluster, view: 'changes' }}>
    All changes
  </Link>
);

interface ChangeProps {
  readonly change: CostChange;
}

function ChangeSum({ change }: ChangeProps) {
  const clock = useClock();
  if (change.knownFrom === null) {
    return (
      <span className="dimmed">Costs are compared a minute after a cluster is connected.</span>
    );
  }
  return (
    <>
      <strong>{withSign(toMicroUsd(change.change), formatHourly)}</strong> since{' '}
      {clock(change.from)}, to {formatHourly(toMicroUsd(change.after))}{' '}
      <RelativeTime at={change.asOf} />
    </>
  );
}

function FirstDriver({ change: { drivers } }: ChangeProps) {
  const [first] = drivers;
  if (first === undefined) return null;
  return (
    <span className="dimmed">
      {' '}
      – {first.message}: {withSign(toMicroUsd(first.change), formatHourly)}
    </span>
  );
}

function TopDrivers({ change, isFleet }: ChangeProps & { readonly isFleet: boolean }) {
  if (change.drivers.length > 0) {
    return <CostDriverTable change={change} isFleet={isFleet} count={shownDrivers} />;
  }
  return <p className="dimmed">The same nodes run, at the same prices.</p>;
}
