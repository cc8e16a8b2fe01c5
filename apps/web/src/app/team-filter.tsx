import { queryOptions, useQuery } from '@tanstack/react-query';
import { TeamsDocument } from '../gql/graphql.js';
import { request } from '../lib/api/graphql-client.js';
import { FilterSelect } from '../ui/controls/filter-select.js';

export interface TeamFilterProps {
  /** The team of the URL. */
  readonly value: string | undefined;
  readonly onChange: (team: string | undefined) => void;
}

/** A filter by the team that owns what a list shows. Absent while there are no teams. */
export function TeamFilter({ value, onChange }: TeamFilterProps) {
  const { data: names = [] } = useQuery(teamNamesQuery());
  // A team of the URL may have been deleted: the filter still shows it, and clears it.
  const all = new Set(value === undefined ? names : [...names, value]);
  if (all.size === 0) return null;
  return (
    <FilterSelect
      label="Team"
      allLabel="All teams"
      options={[...all].toSorted().map((name) => ({ value: name, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

const teamNamesQuery = () =>
  queryOptions({
    queryKey: ['teams', 'names'],
    queryFn: async ({ signal }) =>
      (await request(TeamsDocument, {}, signal)).teams.map(({ name }) => name),
  });
