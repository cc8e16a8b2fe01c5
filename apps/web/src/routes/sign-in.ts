import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signInSearch } from '../features/session/session.search.js';
import { rootRoute } from './root.js';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../features/session/sign-in-page.js'), 'SignInPage'),
});
