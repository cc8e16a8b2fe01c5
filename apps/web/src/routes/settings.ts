import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from './shell.js';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/settings-page.js'),
    'SettingsPage',
  ),
});
