import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clusterQuery } from '../features/clusters/clusters.queries.js';
import { clusterSearch } from './cluster.search.js';
import { shellRoute } from './shell.js';

export const clusterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/$name',
  validateSearch: clusterSearch,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(clusterQuery(params.name));
  },
  component: lazyRouteComponent(() => import('./cluster.view.js'), 'ClusterView'),
});
