import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useClusterDirectory } from '../lib/context/cluster-directory.js';
import { setPageCluster, usePageCluster } from '../lib/context/page-cluster.js';
import { connectionBadges } from '../ui/badges/state-badges.js';
import { Select } from '../ui/controls/controls.js';
import { hasClusterFilter, pages } from './navigation.js';
import classes from './shell.module.css';

/** Pages of one object whose URL does not name the cluster; the page itself sets it. */
const objectRoutes: readonly string[] = ['/shell/decisions/$id', '/shell/node-claims/$id'];

/** Returns the cluster of the page: from the path, else the filter, else the object. */
export function useShownCluster(): string | undefined {
  const clusterInUrl = useRouterState({
    select: ({ matches }) => findClusterInUrl(matches.at(-1)),
  });
  const isObjectPage = useRouterState({
    select: ({ matches }) => objectRoutes.includes(matches.at(-1)?.routeId ?? ''),
  });
  const clusterOfObject = usePageCluster();
  // Until the object is loaded, the previous cluster is shown.
  useEffect(() => {
    if (!isObjectPage) setPageCluster(clusterInUrl ?? null);
  }, [isObjectPage, clusterInUrl]);
  return isObjectPage ? (clusterOfObject ?? undefined) : clusterInUrl;
}

interface RouteMatch {
  readonly params: unknown;
  readonly search: unknown;
}

function findClusterInUrl(match: RouteMatch | undefined): string | undefined {
  return textIn(match?.params, 'name') ?? textIn(match?.search, 'cluster');
}

function textIn(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof found === 'string' ? found : undefined;
}

/** Pages with a cluster filter; on other pages choosing a cluster opens its page. */
const filteredPaths: readonly string[] = [
  ...pages.filter(hasClusterFilter).map(({ to }) => to),
  '/apply',
];

/** Panels are closed when another cluster is chosen: they show objects of the previous one. */
const closedPanels = { open: undefined, owner: undefined, entry: undefined, edit: undefined };

export function ClusterPicker() {
  const clusters = useClusterDirectory();
  const shown = useShownCluster();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const choose = (name: string | null) => {
    if (filteredPaths.includes(path)) {
      void navigate({
        to: '.',
        search: (now) => ({ ...now, ...closedPanels, cluster: name ?? undefined }),
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
            : `${name} (${connectionBadges[connection.state].label.toLowerCase()})`,
      }))}
      value={shown ?? null}
      onChange={choose}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all clusters' }}
      searchable
      nothingFoundMessage="No results"
      className={classes['picker'] ?? ''}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}
