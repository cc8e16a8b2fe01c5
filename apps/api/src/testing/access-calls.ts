import { aNodePoolDefinition, storedFleet } from '@kerf/testing';

/** A request that changes nothing even if it is allowed: a wrong version or an empty body stops it. */
export interface AccessCall {
  /** Path with values for its parameters, and its query. */
  readonly path?: string;
  readonly body?: unknown;
  /** `application/json` if absent. */
  readonly contentType?: string;
}

const { cluster, node, nodeClaim, nodePool, nodeClass, emptyDecision } = storedFleet;
const period = 'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z';
const manifest = JSON.stringify({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'default' },
  spec: aNodePoolDefinition({ clusterId: cluster, name: 'default' }).spec,
});
/** Long ago, so that the pause is refused if access does not refuse it. */
const expiresAt = '2020-01-01T00:00:00Z';
const ofPool = { kind: 'NODE_POOL', clusterId: cluster, nodePool: 'default' };
const nodeClassManifest = JSON.stringify({
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'own' },
  spec: {},
});

const mergePatch = {
  body: { metadata: { labels: { a: 'b' } } },
  contentType: 'application/merge-patch+json',
};

/** A rule that is refused: it has no conditions. */
const trustRule = {
  name: 'x',
  issuer: 'https://issuer.example',
  audience: 'kerf',
  conditions: [],
  role: 'viewer',
  lifetimeSeconds: 60,
};

/** Bodies and parameters of REST requests besides their method and path, by `METHOD path`. */
export const restCalls: Readonly<Record<string, AccessCall>> = {
  'GET /api/v1/alert-thresholds/{scope}': { path: '/api/v1/alert-thresholds/organization' },
  'PATCH /api/v1/alert-thresholds/{scope}': {
    path: '/api/v1/alert-thresholds/organization',
    body: {},
  },
  'GET /api/v1/roles/{id}': { path: '/api/v1/roles/admin' },
  'GET /api/v1/can': { path: '/api/v1/can?action=NODE_READ' },
  'GET /api/v1/cost/allocation': { path: '/api/v1/cost/allocation?by=OWNER' },
  'GET /api/v1/cost/change': { path: '/api/v1/cost/change?to=2026-11-02T00:00:00Z' },
  'GET /api/v1/cost/savings': { path: `/api/v1/cost/savings?${period}` },
  'GET /api/v1/cost/unused-anticipation': { path: `/api/v1/cost/unused-anticipation?${period}` },
  'GET /api/v1/cost/series': { path: `/api/v1/cost/series?by=CLUSTER&${period}` },
  'GET /api/v1/disruption-budgets/calendar': {
    path: `/api/v1/disruption-budgets/calendar?${period}`,
  },
  'GET /api/v1/decisions/{id}': { path: `/api/v1/decisions/${emptyDecision}` },
  'GET /api/v1/decisions/{id}/saving-proof': {
    path: `/api/v1/decisions/${emptyDecision}/saving-proof`,
  },
  'GET /api/v1/disruption-simulations/{id}': { path: '/api/v1/disruption-simulations/sim_1' },
  'GET /api/v1/incidents/{id}': { path: '/api/v1/incidents/inc_1' },
  'GET /api/v1/interruptions/spot-pools': {
    path: '/api/v1/interruptions/spot-pools?from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z',
  },
  'GET /api/v1/interruptions/{id}': { path: '/api/v1/interruptions/int_1' },
  'GET /api/v1/operations/{id}': { path: '/api/v1/operations/op_sim_1' },
  'GET /api/v1/search': { path: '/api/v1/search?q=default' },
  'GET /api/v1/node-claims/{id}': { path: `/api/v1/node-claims/${nodeClaim}` },
  'GET /api/v1/node-classes/{id}': { path: `/api/v1/node-classes/${nodeClass}` },
  'GET /api/v1/node-pools/{id}': { path: `/api/v1/node-pools/${nodePool}` },
  'DELETE /api/v1/clusters/{cluster}': { path: `/api/v1/clusters/${cluster}?confirmName=wrong` },
  'DELETE /api/v1/node-classes/{id}': { path: '/api/v1/node-classes/ncs_own' },
  'DELETE /api/v1/node-pools/{id}': { path: `/api/v1/node-pools/${nodePool}` },
  'PATCH /api/v1/clusters/{cluster}': { body: {} },
  'PATCH /api/v1/clusters/{cluster}/brake-settings': { body: {} },
  'POST /api/v1/clusters/{cluster}/disruption-simulations': { body: { nodeNames: [node] } },
  'POST /api/v1/clusters/{cluster}/manifests': {
    path: `/api/v1/clusters/${cluster}/manifests?dryRun=false`,
    body: { manifests: manifest, expectedVersions: [{ index: 0, expectedVersion: 999 }] },
  },
  'POST /api/v1/decisions/{id}/approve': { path: `/api/v1/decisions/${emptyDecision}/approve` },
  'POST /api/v1/decisions/{id}/reject': { path: `/api/v1/decisions/${emptyDecision}/reject` },
  'PATCH /api/v1/node-classes/{id}': { path: '/api/v1/node-classes/ncs_own', ...mergePatch },
  'PATCH /api/v1/node-pools/{id}': { path: `/api/v1/node-pools/${nodePool}`, ...mergePatch },
  'PATCH /api/v1/git-repositories/{id}': { body: {} },
  'POST /api/v1/pull-requests': {
    path: '/api/v1/pull-requests?dryRun=All',
    body: { clusterId: cluster, manifest },
  },
  'POST /api/v1/approval-policy/test': { body: { days: 1, manifest: 'none' } },
  'POST /api/v1/approval-policy/versions/{version}/restore': {
    path: '/api/v1/approval-policy/versions/999/restore',
  },
  'POST /api/v1/decisions/{id}/break-glass': {
    path: `/api/v1/decisions/${emptyDecision}/break-glass`,
    body: { reason: 'the fleet is on fire' },
  },
  'POST /api/v1/decisions/{id}/standing-approval': {
    path: `/api/v1/decisions/${emptyDecision}/standing-approval`,
    body: { days: 0 },
  },
  'DELETE /api/v1/approval-policy/standing-approvals/{name}': {
    path: '/api/v1/approval-policy/standing-approvals/none',
  },
  'POST /api/v1/decisions/{id}/comments': {
    path: `/api/v1/decisions/${emptyDecision}/comments`,
    body: { comment: 'seen' },
  },
  'POST /api/v1/decisions/{id}/exclude-nodes': {
    path: `/api/v1/decisions/${emptyDecision}/exclude-nodes`,
    body: { nodeNames: [node] },
  },
  'POST /api/v1/decisions/{id}/withdraw-approval': {
    path: `/api/v1/decisions/${emptyDecision}/withdraw-approval`,
  },
  'POST /api/v1/pauses': { body: { scope: ofPool, stops: 'DISRUPTION', reason: 'x', expiresAt } },
  'POST /api/v1/spend-limits': { body: { scope: ofPool } },
  'POST /api/v1/node-classes': {
    path: `/api/v1/node-classes?cluster=${cluster}`,
    body: { manifest: nodeClassManifest },
  },
  'POST /api/v1/node-pools': {
    path: `/api/v1/node-pools?cluster=${cluster}`,
    body: { manifest },
  },
  'POST /api/v1/trust-rules': { body: { ...trustRule, scope: { kind: 'ORGANIZATION' } } },
  'PUT /api/v1/trust-rules/{id}': {
    body: {
      ...trustRule,
      conditions: [{ claim: 'sub', operator: 'EQUALS', value: 'x' }],
      scope: { kind: 'ORGANIZATION' },
    },
  },
  'PATCH /api/v1/notification-channels/{id}': { body: {} },
  'PATCH /api/v1/notification-rules/{id}': { body: {} },
  'PUT /api/v1/approval-policy': { body: { manifest: 'none' } },
  'PUT /api/v1/roles/{id}': { body: { name: 'x', actions: ['NODE_READ'] } },
  'PUT /api/v1/teams/{id}': { body: { name: 'x', owns: [], members: [] } },
  'PUT /api/v1/spend-limits/{id}': { body: { hourly: '1' } },
  'PUT /api/v1/node-classes/{id}': {
    path: '/api/v1/node-classes/ncs_own',
    body: { manifest: nodeClassManifest },
  },
  'PUT /api/v1/node-pools/{id}': { path: `/api/v1/node-pools/${nodePool}`, body: { manifest } },
};

const expectedVersion = 999;
const decide = { id: emptyDecision, expectedVersion };
const none = { id: 'none_1' };

/** Arguments of root fields of GraphQL; variables are passed as `input`. */
export const graphqlCalls: Readonly<Record<string, string | object>> = {
  pause: 'id: "none_1"',
  brakeSettings: `clusterId: "${cluster}"`,
  setPause: { scope: ofPool, stops: 'DISRUPTION', reason: 'x', expiresAt },
  releasePause: { ...none, expectedVersion },
  createSpendLimit: { scope: ofPool },
  updateSpendLimit: { ...none, expectedVersion, hourly: '1' },
  deleteSpendLimit: { ...none, expectedVersion },
  changeAlertThresholds: { scope: { kind: 'ORGANIZATION' }, expectedVersion },
  changeBrakeSettings: { clusterId: cluster, expectedVersion },
  can: 'action: NODE_READ',
  cluster: `id: "${cluster}"`,
  nodes: `clusterId: "${cluster}", first: 10`,
  node: `clusterId: "${cluster}", name: "${node}"`,
  nodeClaims: `clusterId: "${cluster}", first: 10`,
  nodeClaim: `id: "${nodeClaim}"`,
  search: 'query: "default"',
  pod: `clusterId: "${cluster}", namespace: "shop", name: "web-bound"`,
  pods: `clusterId: "${cluster}", namespace: "shop", ownerKind: "ReplicaSet", ownerName: "web", first: 5`,
  pendingPod: `clusterId: "${cluster}", uid: "waits-1"`,
  nodePool: `id: "${nodePool}"`,
  nodeClass: `id: "${nodeClass}"`,
  decision: `id: "${emptyDecision}"`,
  savingProof: `id: "${emptyDecision}"`,
  disruptionSimulation: 'id: "sim_1"',
  deviceRequest: 'userCode: "none"',
  incident: 'id: "inc_1"',
  interruption: 'id: "int_1"',
  budgetCalendar: 'first: 5, from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  costAllocation: 'by: OWNER',
  costSeries: 'by: NODE_POOL, from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  spotPools: 'from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z"',
  savings: 'from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  unusedAnticipation: 'from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  object: `id: "${cluster}"`,
  objects: `ids: ["${cluster}"]`,
  convertManifests: { manifests: 'kind: NodePool' },
  applyManifests: {
    clusterId: cluster,
    manifests: manifest,
    dryRun: false,
    expectedVersions: [{ index: 0, expectedVersion }],
  },
  approveDecision: decide,
  rejectDecision: decide,
  deleteDefinition: { id: nodePool, expectedVersion },
  registerCluster: { name: '', region: 'x', roleArn: '', mode: 'OBSERVE' },
  updateCluster: { id: cluster, expectedVersion },
  recheckCluster: { id: cluster },
  removeCluster: { id: cluster, expectedVersion, confirmName: 'wrong' },
  simulateDisruption: { clusterId: cluster, nodeNames: [node] },
  createApiToken: { name: '', role: 'viewer', expiresInDays: 1 },
  rotateApiToken: { ...none, overlapMinutes: 0 },
  revokeApiToken: none,
  setExercisePods: { pods: 5 },
  setPassword: { newPassword: 'short' },
  decideDevice: { userCode: 'none', isApproved: false },
  createTrustRule: { ...trustRule, scope: { kind: 'ORGANIZATION' } },
  updateTrustRule: {
    ...none,
    expectedVersion,
    rule: { ...trustRule, scope: { kind: 'ORGANIZATION' } },
  },
  deleteTrustRule: none,
  createRole: { name: '', actions: [] },
  updateRole: { ...none, expectedVersion, name: 'x', actions: ['NODE_READ'] },
  deleteRole: none,
  bindRole: {
    subjectKind: 'USER',
    subjectId: 'usr_none',
    role: 'viewer',
    scope: { kind: 'ORGANIZATION' },
  },
  unbindRole: none,
  createTeam: { name: '' },
  updateTeam: { ...none, expectedVersion, name: 'x', owns: [], members: [] },
  deleteTeam: none,
  createUser: { name: '' },
  disableUser: none,
  enableUser: none,
  deleteUser: none,
  endSession: none,
  approvalPolicyVersions: 'first: 5',
  testApprovalPolicy: 'days: 1, manifest: "none"',
  saveApprovalPolicy: { manifest: 'none', expectedVersion },
  restoreApprovalPolicy: { version: 999, expectedVersion },
  createStandingApproval: { id: emptyDecision, days: 0 },
  endStandingApproval: { name: 'none' },
  breakGlass: { ...decide, reason: 'the fleet is on fire' },
  commentDecision: { id: emptyDecision, comment: 'seen' },
  excludeNodes: { ...decide, nodeNames: [node] },
  withdrawApproval: decide,
  createNotificationChannel: { kind: 'WEBHOOK', name: '' },
  createGitRepository: {
    scope: { kind: 'ORGANIZATION' },
    provider: 'GIT_HUB',
    project: '',
    pathPattern: '',
    token: '',
  },
  updateGitRepository: { ...none, expectedVersion },
  removeGitRepository: { ...none, expectedVersion },
  openPullRequest: { clusterId: cluster, manifest, dryRun: true },
  updateNotificationChannel: { ...none, expectedVersion },
  removeNotificationChannel: { ...none, expectedVersion },
  rotateNotificationSecret: { ...none, expectedVersion },
  endNotificationSecretRotation: { ...none, expectedVersion },
  testNotificationChannel: none,
  createNotificationRule: { channelId: 'none_1', name: '' },
  updateNotificationRule: { ...none, expectedVersion },
  removeNotificationRule: { ...none, expectedVersion },
  redeliverNotification: none,
};
