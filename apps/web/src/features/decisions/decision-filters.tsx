import { TeamFilter } from '../../app/team-filter.js';
import { decisionKindWords } from '../../ui/badges/state-badges.js';
import { Checkbox, SegmentedControl } from '../../ui/controls/controls.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import type { DecisionRow } from './decision-columns.js';
import { type DecisionsSearch, decisionStateFilters } from './decisions.search.js';

const kinds = [
  'PROVISION',
  'DEPROVISION',
  'EMPTY',
  'CONSOLIDATE',
  'DRIFT',
  'EXPIRE',
  'INTERRUPT',
  'REPAIR',
  'DELETE',
] as const;
const stateFilters = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Awaiting approval' },
  { value: 'underway', label: 'In progress' },
  { value: 'finished', label: 'Completed' },
];

export interface DecisionFiltersProps {
  readonly search: DecisionsSearch;
  /** The decisions that are listed, whose NodePools are offered; absent while they load. */
  readonly rows: readonly DecisionRow[] | undefined;
  readonly onChange: (next: DecisionsSearch) => void;
}

/** The filters of the list, all of them in the URL; that for clusters is in the top bar. */
export function DecisionFilters({ search, rows, onChange }: DecisionFiltersProps) {
  const poolNames = rows?.flatMap(({ nodePools }) => nodePools);
  return (
    <>
      <SegmentedControl
        aria-label="State"
        data={stateFilters}
        value={search.show === 'mine' ? 'waiting' : (search.show ?? 'all')}
        onChange={(value) =>
          onChange({ show: decisionStateFilters.find((each) => each === value) })
        }
      />
      <Checkbox
        label="Waiting for me"
        checked={search.show === 'mine'}
        onChange={(event) => onChange({ show: event.currentTarget.checked ? 'mine' : 'waiting' })}
      />
      <FilterSelect
        label="Kind"
        allLabel="All kinds"
        options={kinds.map((kind) => ({ value: kind, label: decisionKindWords[kind] }))}
        value={search.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label="NodePool"
        allLabel="All NodePools"
        options={toOptions(poolNames, search.pool)}
        value={search.pool}
        onChange={(pool) => onChange({ pool })}
      />
      <TeamFilter value={search.team} onChange={(team) => onChange({ team })} />
    </>
  );
}

/** The names once each, in order, with the one of the URL. */
function toOptions(names: readonly string[] = [], selected: string | undefined) {
  const all = new Set(selected === undefined ? names : [...names, selected]);
  return [...all].toSorted().map((name) => ({ value: name, label: name }));
}
