const manifest = (kind: string, group: string, name: string, spec: object): string =>
  JSON.stringify({ apiVersion: `${group}/v1`, kind, metadata: { name }, spec });

const nodePool = (name: string, weight: number): string =>
  manifest('NodePool', 'karpenter.sh', name, {
    weight,
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] }],
      },
    },
  });

const nodeClass = (amiAlias: string): string =>
  manifest('EC2NodeClass', 'karpenter.k8s.aws', 'batch', {
    role: 'KerfNode',
    amiSelectorTerms: [{ alias: amiAlias }],
    subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'prod' } }],
    securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'prod' } }],
  });

const policy = manifest('ApprovalPolicy', 'kerf.dev', 'default', {
  rules: [{ name: 'empty nodes', match: { kinds: ['Empty'] }, action: 'auto' }],
});

const organization = { kind: 'ORGANIZATION' };
const cluster = { kind: 'CLUSTER', clusterId: 'clu_prod' };

const trustRule = {
  name: 'deployments',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'kerf',
  role: 'operator',
  lifetimeSeconds: 900,
  conditions: [{ claim: 'repository', operator: 'EQUALS', value: 'acme/fleet' }],
  scope: organization,
};

/**
 * Examples of bodies in the OpenAPI document, by operation. `examples.db.spec.ts` sends each of them; the objects
 * that they name are those of the specs.
 */
export const bodyExamples: Readonly<Record<string, object>> = {
  createApiToken: { name: 'ci', role: 'viewer', scope: cluster, expiresInDays: 90 },
  createUser: { name: 'grace@example.com' },
  rotateApiToken: { overlapMinutes: 60 },
  saveApprovalPolicy: { manifest: policy, comment: 'Empty nodes need no approval' },
  testApprovalPolicy: { manifest: policy, days: 30 },
  restoreApprovalPolicy: { comment: 'Back to the first version' },
  registerCluster: {
    name: 'stage-eu-1',
    region: 'eu-central-1',
    roleArn: 'arn:aws:iam::123456789012:role/kerf-stage',
    mode: 'OBSERVE',
  },
  updateCluster: { settings: { batchIdleMs: 1_000 } },
  changeAlertThresholds: { nodes: 500, spend: '200' },
  changeBrakeSettings: { alertSpend: '50', launchFailures: 5 },
  simulateDisruption: { nodeNames: ['ip-10-0-0-1'] },
  applyManifests: { manifests: nodePool('ci', 20) },
  approveDecision: { comment: 'Checked with the shop team' },
  breakGlass: { reason: 'Incident 4711: capacity is needed now' },
  createStandingApproval: { days: 7, comment: 'Until the sale ends' },
  commentDecision: { comment: 'The shop team is asked' },
  excludeNodes: { nodeNames: ['ip-10-0-0-1'], comment: 'Its pods are moved on Monday' },
  rejectDecision: { comment: 'Not during the sale' },
  withdrawApproval: { comment: 'The sale begins earlier' },
  convertManifests: { manifests: nodePool('ci', 20) },
  createNodeClass: { manifest: nodeClass('al2023@latest') },
  replaceNodeClass: { manifest: nodeClass('bottlerocket@latest') },
  patchNodeClass: { spec: { amiSelectorTerms: [{ alias: 'al2023@latest' }] } },
  createNodePool: { manifest: nodePool('batch', 10) },
  replaceNodePool: { manifest: nodePool('batch', 15) },
  patchNodePool: { spec: { weight: 30 } },
  createGitRepository: {
    scope: cluster,
    provider: 'GIT_HUB',
    project: 'shop/fleet',
    pathPattern: 'clusters/{cluster}/{name}.yaml',
    token: 'github_pat_example',
  },
  updateGitRepository: { branch: 'production' },
  openPullRequest: { clusterId: 'clu_prod', manifest: nodePool('batch', 15), title: 'More batch' },
  createNotificationChannel: {
    name: 'on call',
    kind: 'WEBHOOK',
    url: 'https://hooks.example.com/kerf',
  },
  updateNotificationChannel: { name: 'on call, night' },
  createNotificationRule: {
    channelId: 'chn_example',
    name: 'decisions in production',
    leastSeverity: 'WARNING',
    clusterIds: ['clu_prod'],
  },
  updateNotificationRule: { leastSeverity: 'CRITICAL' },
  setPause: { scope: cluster, stops: 'DISRUPTION', reason: 'Sale until Monday' },
  createRole: { name: 'node reader', description: 'For dashboards', actions: ['NODE_READ'] },
  updateRole: { name: 'node reader', actions: ['NODE_READ', 'POD_READ'] },
  bindRole: { subjectKind: 'GROUP', subjectId: 'platform', role: 'operator', scope: cluster },
  createSpendLimit: { scope: cluster, hourly: '20', blocksLaunches: false },
  updateSpendLimit: { hourly: '30', monthly: '20000' },
  createTeam: {
    name: 'shop',
    owns: [{ kind: 'CLUSTER', clusterId: 'clu_prod' }],
    members: [{ kind: 'GROUP', id: 'shop' }],
  },
  updateTeam: { name: 'shop', owns: [], members: [{ kind: 'GROUP', id: 'shop' }] },
  createTrustRule: trustRule,
  updateTrustRule: { ...trustRule, role: 'viewer' },
};

/** Example of a JSON patch. */
export const jsonPatchExamples: Readonly<Record<string, readonly object[]>> = {
  patchNodePool: [{ op: 'replace', path: '/spec/weight', value: 40 }],
  patchNodeClass: [{ op: 'add', path: '/metadata/labels', value: { team: 'shop' } }],
};
