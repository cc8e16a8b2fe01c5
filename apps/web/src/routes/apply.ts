import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { applySearch } from '../features/definitions/definitions.search.js';
import { shellRoute } from './shell.js';

export const applyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apply',
  validateSearch: applySearch,
  component: lazyRouteComponent(() => import('../features/definitions/apply-page.js'), 'ApplyPage'),
});
