import { capacityTypeWords } from '../../lib/format/words.js';
import { Button } from '../../ui/controls/controls.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { Icon } from '../../ui/controls/icon.js';
import { SearchInput } from '../../ui/controls/search-input.js';
import type { NodesSearch } from './nodes.search.js';
import { nodeBadges } from './nodes-text.js';

export interface NodeFiltersProps {
  readonly search: NodesSearch;
  readonly onSearch: (change: NodesSearch) => void;
  readonly nodePools: readonly string[];
}

const capacityTypes = ['ON_DEMAND', 'SPOT', 'RESERVED'] as const;
const states = ['READY', 'JOINING', 'NOT_READY', 'CORDONED', 'TERMINATING'] as const;

/** Table or map, and the filters of both. */
export function NodeFilters({ search, onSearch, nodePools }: NodeFiltersProps) {
  const { q, pool, capacity, state, layout } = search;
  return (
    <>
      <Button
        variant={layout === 'map' ? 'filled' : 'default'}
        aria-pressed={layout === 'map'}
        title="Show the nodes as a map, with areas by price"
        leftSection={<Icon name="fleet" />}
        onClick={() => onSearch({ layout: layout === 'map' ? undefined : 'map' })}
      >
        Map
      </Button>
      <SearchInput
        label="Filter by name or type"
        value={q}
        onChange={(next) => onSearch({ q: next })}
      />
      <FilterSelect
        label="NodePool"
        allLabel="All NodePools"
        options={nodePools.map((name) => ({ value: name, label: name }))}
        value={pool}
        onChange={(next) => onSearch({ pool: next })}
      />
      <FilterSelect
        label="Capacity type"
        allLabel="All capacity types"
        widthPx={160}
        options={capacityTypes.map((type) => ({ value: type, label: capacityTypeWords[type] }))}
        value={capacity}
        onChange={(next) => onSearch({ capacity: next })}
      />
      <FilterSelect
        label="State"
        allLabel="All states"
        options={states.map((each) => ({ value: each, label: nodeBadges[each].label }))}
        value={state}
        onChange={(next) => onSearch({ state: next })}
      />
    </>
  );
}
