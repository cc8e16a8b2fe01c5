import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useClusterDirectory } from '../lib/cluster-directory.js';
import { connectionLooks } from '../lib/states.js';
import { Select } from '../ui/controls.js';
import { hasClusterFilter, pages } from './pages.js';

/** The cluster that the page is about: of its path, else of its filter. */
export function useShownCluster(): string | undefined {
  return useRouterState({
    select: ({ matches }) => {
      const match = matches.at(-1);
      if (match?.routeId === '/shell/clusters/$name') return match.params.name;
      const search: unknown = match?.search;
      return typeof search === 'object' && search !== null && 'cluster' in search
        ? typeof search.cluster === 'string'
          ? search.cluster
          : undefined
        : undefined;
    },
  });
}

/** Pages whose lists can be narrowed to a cluster; elsewhere choosing one opens its page. */
const narrowed: readonly string[] = [
  ...pages.filter(hasClusterFilter).map(({ to }) => to),
  '/apply',
];

/** Filters stay; what is open is of the cluster that was shown. */
const nothingOpen = { open: undefined, owner: undefined, entry: undefined, edit: undefined };

export function ClusterPicker() {
  const clusters = useClusterDirectory();
  const shown = useShownCluster();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const choose = (name: string | null) => {
    if (narrowed.includes(path)) {
      void navigate({
        to: '.',
        search: (now) => ({ ...now, ...nothingOpen, cluster: name ?? undefined }),
      });
    } else if (name === null) {
      void navigate({ to: '/' });
    } else {
      void navigate({ to: '/clusters/$name', params: { name } });
    }
  };
  return (
    <Select
      aria-label="Cluster"
      placeholder="All clusters"
      data={(clusters ?? []).map(({ name, connection }) => ({
        value: name,
        label:
          connection.state === 'CONNECTED'
            ? name
            : `${name} (${connectionLooks[connection.state].word.toLowerCase()})`,
      }))}
      value={shown ?? null}
      onChange={choose}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all clusters' }}
      searchable
      nothingFoundMessage="No such cluster"
      w={190}
      miw={104}
      style={{ flexShrink: 1 }}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}
