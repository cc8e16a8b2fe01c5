import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.js';

export const nodeClaimRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/node-claims/$id',
  component: lazyRouteComponent(() => import('./node-claim.view.js'), 'NodeClaimView'),
});
