import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pendingPodsSearch } from '../features/pending-pods/pending-pods.search.js';
import { shellRoute } from './shell.js';

export const pendingPodsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pending',
  validateSearch: pendingPodsSearch,
  component: lazyRouteComponent(
    () => import('../features/pending-pods/pending-pods-page.js'),
    'PendingPodsPage',
  ),
});
