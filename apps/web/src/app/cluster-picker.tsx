import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useClusterDirectory } from '../lib/context/cluster-directory.js';
import { setPageCluster, usePageCluster } from '../lib/context/page-cluster.js';
import { connectionLooks } from '../ui/badges/state-badges.js';
import { Select } from '../ui/controls/controls.js';
import { hasClusterFilter, pages } from './navigation.js';

/** Pages of one object whose URL does not name the cluster; the page itself sets it. */
const objectRoutes: readonly string[] = ['/shell/decisions/$id', '/shell/node-claims/$id'];

/** Returns the cluster of the page: from the path, else the filter, else the object. */
export function useShownCluster(): string | undefined {
  const ofAddress = useRouterState({ select: ({ matches }) => clusterOfAddress(matches.at(-1)) });
  const isObjectPage = useRouterState({
    select: ({ matches }) => objectRoutes.includes(matches.at(-1)?.routeId ?? ''),
  });
  const ofObject = usePageCluster();
  // Until the object is read, the cluster that was shown before stays.
  useEffect(() => {
    if (!isObjectPage) setPageCluster(ofAddress ?? null);
  }, [isObjectPage, ofAddress]);
  return isObjectPage ? (ofObject ?? undefined) : ofAddress;
}

interface RouteMatch {
  readonly params: unknown;
  readonly search: unknown;
}

function clusterOfAddress(match: RouteMatch | undefined): string | undefined {
  return textIn(match?.params, 'name') ?? textIn(match?.search, 'cluster');
}

function textIn(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  return typeof found === 'string' ? found : undefined;
}

/** Pages with a cluster filter; on other pages choosing a cluster opens its page. */
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
      nothingFoundMessage="No results"
      w={190}
      miw={104}
      style={{ flexShrink: 1 }}
      comboboxProps={{ width: 260, position: 'bottom-start' }}
    />
  );
}
