import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { fleetQuery } from '../features/fleet/fleet.queries.js';
import { fleetSearch } from '../features/fleet/fleet.search.js';
import { shellRoute } from './shell.js';

export const fleetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: fleetSearch,
  // Loads the data and the code of the page in parallel.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(fleetQuery());
  },
  component: lazyRouteComponent(() => import('./fleet.view.js'), 'FleetView'),
});
