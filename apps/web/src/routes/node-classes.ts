import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { definitionsSearch } from '../features/definitions/definitions.search.js';
import { shellRoute } from './shell.js';

export const nodeClassesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/node-classes',
  validateSearch: definitionsSearch,
  component: lazyRouteComponent(
    () => import('../features/definitions/node-classes-page.js'),
    'NodeClassesPage',
  ),
});
