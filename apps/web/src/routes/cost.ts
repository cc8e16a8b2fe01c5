import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { costSearch } from '../features/cost/cost.search.js';
import { shellRoute } from './shell.js';

export const costRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/cost',
  validateSearch: costSearch,
  component: lazyRouteComponent(() => import('../features/cost/cost-page.js'), 'CostPage'),
});
