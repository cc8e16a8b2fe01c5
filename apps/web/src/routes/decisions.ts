import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { decisionsSearch } from '../features/decisions/decisions.search.js';
import { shellRoute } from './shell.js';

export const decisionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/decisions',
  validateSearch: decisionsSearch,
  component: lazyRouteComponent(
    () => import('../features/decisions/decisions-page.js'),
    'DecisionsPage',
  ),
});
