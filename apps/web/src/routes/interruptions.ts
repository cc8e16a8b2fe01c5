import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { interruptionsSearch } from '../features/interruptions/interruptions.search.js';
import { shellRoute } from './shell.js';

export const interruptionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/interruptions',
  validateSearch: interruptionsSearch,
  component: lazyRouteComponent(
    () => import('../features/interruptions/interruptions-page.js'),
    'InterruptionsPage',
  ),
});
