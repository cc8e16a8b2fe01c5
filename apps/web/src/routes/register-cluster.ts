import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.js';

export const registerClusterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/register',
  component: lazyRouteComponent(
    () => import('../features/clusters/register-cluster-page.js'),
    'RegisterClusterPage',
  ),
});
