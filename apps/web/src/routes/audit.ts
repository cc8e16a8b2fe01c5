import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../features/audit/audit.search.js';
import { shellRoute } from './shell.js';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../features/audit/audit-page.js'), 'AuditPage'),
});
