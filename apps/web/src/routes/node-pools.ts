import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { definitionsSearch } from '../features/definitions/definitions.search.js';
import { shellRoute } from './shell.js';

export const nodePoolsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/node-pools',
  validateSearch: definitionsSearch,
  component: lazyRouteComponent(
    () => import('../features/definitions/node-pools-page.js'),
    'NodePoolsPage',
  ),
});
