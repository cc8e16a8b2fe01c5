import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { NotFoundPage } from '../app/error-pages.js';
import { settingsPages } from '../app/navigation.js';
import { Shell } from '../app/shell.js';
import { auditSearch } from '../features/audit/audit.search.js';
import { brakesSearch } from '../features/brakes/brakes.search.js';
import { budgetsSearch } from '../features/budgets/budgets.search.js';
import { clusterQuery } from '../features/clusters/clusters.queries.js';
import { costSearch } from '../features/cost/cost.search.js';
import { decisionQuery } from '../features/decisions/decisions.queries.js';
import { decisionsSearch } from '../features/decisions/decisions.search.js';
import { applySearch, definitionsSearch } from '../features/definitions/definitions.search.js';
import { fleetQuery } from '../features/fleet/fleet.queries.js';
import { interruptionsSearch } from '../features/interruptions/interruptions.search.js';
import { nodeMapSearch } from '../features/nodes/map/node-map.search.js';
import { nodePageSearch } from '../features/nodes/node-page.search.js';
import { notificationsSearch } from '../features/notifications/notifications.search.js';
import { pendingPodsSearch } from '../features/pending-pods/pending-pods.search.js';
import { deviceSearch, signInSearch } from '../features/session/session.search.js';
import { clusterSearch } from './cluster.search.js';
import { fleetViewSearch } from './fleet.search.js';

const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({});

/** The application shell around all pages after sign-in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../features/session/sign-in-page.js'), 'SignInPage'),
});

const fleetRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: fleetViewSearch,
  // Loads the data and the code of the page in parallel.
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(fleetQuery());
  },
  component: lazyRouteComponent(() => import('./fleet.view.js'), 'FleetView'),
});

const registerClusterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/register',
  component: lazyRouteComponent(
    () => import('../features/clusters/registration/register-cluster-page.js'),
    'RegisterClusterPage',
  ),
});

const clusterRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/$name',
  validateSearch: clusterSearch,
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(clusterQuery(params.name));
  },
  component: lazyRouteComponent(() => import('./cluster.view.js'), 'ClusterView'),
});

const nodeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/$name/nodes/$node',
  validateSearch: nodePageSearch,
  component: lazyRouteComponent(() => import('./node.view.js'), 'NodeView'),
});

const nodeMapRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/node-map',
  validateSearch: nodeMapSearch,
  component: lazyRouteComponent(
    () => import('../features/nodes/fleet-nodes-page.js'),
    'FleetNodesPage',
  ),
});

const podRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/$name/pods/$namespace/$pod',
  component: lazyRouteComponent(() => import('./pod.view.js'), 'PodView'),
});

const ownerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clusters/$name/owners/$namespace/$kind/$owner',
  component: lazyRouteComponent(() => import('./owner.view.js'), 'OwnerView'),
});

const nodeClaimRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/node-claims/$id',
  component: lazyRouteComponent(() => import('./node-claim.view.js'), 'NodeClaimView'),
});

const pendingPodsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pending',
  validateSearch: pendingPodsSearch,
  component: lazyRouteComponent(
    () => import('../features/pending-pods/pending-pods-page.js'),
    'PendingPodsPage',
  ),
});

const decisionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/decisions',
  validateSearch: decisionsSearch,
  component: lazyRouteComponent(
    () => import('../features/decisions/decisions-page.js'),
    'DecisionsPage',
  ),
});

const decisionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/decisions/$id',
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(decisionQuery(params.id));
  },
  component: lazyRouteComponent(
    () => import('../features/decisions/decision/decision-page.js'),
    'DecisionPage',
  ),
});

const interruptionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/interruptions',
  validateSearch: interruptionsSearch,
  component: lazyRouteComponent(
    () => import('../features/interruptions/interruptions-page.js'),
    'InterruptionsPage',
  ),
});

const nodePoolsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/node-pools',
  validateSearch: definitionsSearch,
  component: lazyRouteComponent(
    () => import('../features/definitions/node-pools/node-pools-page.js'),
    'NodePoolsPage',
  ),
});

const nodeClassesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/node-classes',
  validateSearch: definitionsSearch,
  component: lazyRouteComponent(
    () => import('../features/definitions/node-classes/node-classes-page.js'),
    'NodeClassesPage',
  ),
});

const applyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apply',
  validateSearch: applySearch,
  component: lazyRouteComponent(
    () => import('../features/definitions/apply/apply-page.js'),
    'ApplyPage',
  ),
});

const costRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/cost',
  validateSearch: costSearch,
  component: lazyRouteComponent(() => import('../features/cost/cost-page.js'), 'CostPage'),
});

const budgetsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/budgets',
  validateSearch: budgetsSearch,
  component: lazyRouteComponent(() => import('../features/budgets/budgets-page.js'), 'BudgetsPage'),
});

const brakesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/brakes',
  validateSearch: brakesSearch,
  component: lazyRouteComponent(() => import('../features/brakes/brakes-page.js'), 'BrakesPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../features/audit/audit-page.js'), 'AuditPage'),
});

/** The navigation of the settings around their pages. */
const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../features/settings/settings-section.js'),
    'SettingsSection',
  ),
});

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => redirect({ to: settingsPages[0].to, replace: true, throw: true }),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/account',
  component: lazyRouteComponent(
    () => import('../features/settings/account-page.js'),
    'AccountPage',
  ),
});

const apiAccessRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-access',
  component: lazyRouteComponent(
    () => import('../features/settings/api-access-page.js'),
    'ApiAccessPage',
  ),
});

const teamsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/teams',
  component: lazyRouteComponent(() => import('../features/settings/teams-page.js'), 'TeamsPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  component: lazyRouteComponent(() => import('../features/settings/users-page.js'), 'UsersPage'),
});

const approvalPolicyRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/approval-policy',
  component: lazyRouteComponent(
    () => import('../features/approval-policy/approval-policy-page.js'),
    'ApprovalPolicyPage',
  ),
});

const gitRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/git',
  component: lazyRouteComponent(() => import('../features/git/git-page.js'), 'GitPage'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/notifications',
  validateSearch: notificationsSearch,
  component: lazyRouteComponent(
    () => import('../features/notifications/notifications-page.js'),
    'NotificationsPage',
  ),
});

const deviceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/device',
  validateSearch: deviceSearch,
  component: lazyRouteComponent(() => import('../features/session/device-page.js'), 'DevicePage'),
});

/** Any other URL, within the application shell. */
const notFoundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '$',
  component: NotFoundPage,
});

/** All routes of the dashboard. */
export const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    fleetRoute,
    registerClusterRoute,
    clusterRoute,
    nodeRoute,
    nodeMapRoute,
    podRoute,
    ownerRoute,
    nodeClaimRoute,
    pendingPodsRoute,
    decisionsRoute,
    decisionRoute,
    interruptionsRoute,
    nodePoolsRoute,
    nodeClassesRoute,
    applyRoute,
    costRoute,
    budgetsRoute,
    brakesRoute,
    auditRoute,
    settingsRoute.addChildren([
      settingsIndexRoute,
      accountRoute,
      apiAccessRoute,
      teamsRoute,
      usersRoute,
      approvalPolicyRoute,
      notificationsRoute,
      gitRoute,
    ]),
    deviceRoute,
    notFoundRoute,
  ]),
]);
