import { closestRecorded } from '../recording/recording-files.js';
import { minutesAgo, ofOrganization, type Roots } from './roots.js';

const dayMinutes = 24 * 60;

const aToken = {
  id: 'tok_01a206b2199675d8801940f7a318b42c',
  name: 'ci-deploy',
  canRotate: true,
  createdAt: minutesAgo(5),
  createdBy: 'admin',
  expiresAt: minutesAgo(-90 * dayMinutes),
  lastUsedAt: minutesAgo(4),
  roles: [{ role: 'admin', roleName: 'admin', effect: 'ALLOW', scope: ofOrganization }],
};

const tokens = [
  aToken,
  {
    ...aToken,
    id: 'tok_01a206b2196377578709c89382dc20cc',
    name: 'grafana',
    canRotate: false,
    lastUsedAt: null,
    revokedAt: minutesAgo(5),
    roles: [{ role: 'viewer', roleName: 'viewer', effect: 'ALLOW', scope: ofOrganization }],
  },
  {
    ...aToken,
    id: 'tok_01a206b1ebc4725d8b5cfec8970457df',
    name: 'npm start',
    canRotate: false,
    createdBy: 'cli',
    lastUsedAt: null,
  },
];

const aBinding = {
  id: 'rbi_1',
  subjectKind: 'USER',
  subjectId: 'usr_1',
  subjectName: 'admin',
  role: 'admin',
  roleName: 'admin',
  effect: 'ALLOW',
  scope: ofOrganization,
  createdAt: minutesAgo(40),
  createdBy: 'cli',
};

const clusterName = 'data-prod-euw1';
const { cluster } = Object(closestRecorded('ClusterDetails', { name: clusterName }, ['name']));
const ofWebPool = { kind: 'NODE_POOL', clusterId: cluster.id, clusterName, nodePool: 'web' };

const webGroup = { id: 'web-team', kind: 'GROUP', name: 'web-team' };

export const aTeam = { id: 'tea_1', name: 'web', version: 1, members: [webGroup] };

const aUser = {
  id: 'usr_1',
  name: 'admin',
  createdAt: minutesAgo(40),
  lastSignInAt: minutesAgo(40),
  roles: ['admin'],
};

const aTrustRule = {
  id: 'tru_1',
  name: 'infra',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'kerf',
  conditions: [
    { claim: 'repository', operator: 'EQUALS', value: 'example/infra' },
    { claim: 'ref', operator: 'GLOB', value: 'refs/heads/*' },
  ],
  role: 'operator',
  scope: { kind: 'TEAM', teamId: aTeam.id, teamName: aTeam.name },
  lifetimeSeconds: 900,
  createdAt: minutesAgo(3 * dayMinutes),
  createdBy: 'admin',
  hasMaker: true,
  version: 3,
};

const aDevice = {
  clientName: 'kerf on laptop',
  address: '203.0.113.7',
  createdAt: minutesAgo(1),
  expiresAt: minutesAgo(-9),
};
/** The code that no request has. */
const unknownCode = 'ZZZZ-ZZZZ';

export const accessRoots: Roots = {
  apiTokens: () => tokens,
  createApiToken: ({ input: { name, role, scope } }) => ({
    secret: 'kerf_token_recorded',
    token: {
      ...aToken,
      id: 'tok_01a206b55daa77c38697db29ae841f76',
      name,
      createdAt: minutesAgo(0),
      lastUsedAt: null,
      roles: [{ role, roleName: role, effect: 'ALLOW', scope }],
    },
  }),
  revokeApiToken: ({ input: { id } }) => ({
    token: { ...aToken, id, canRotate: false, revokedAt: minutesAgo(0) },
  }),
  rotateApiToken: ({ input: { id } }) => ({
    secret: 'kerf_token_rotated',
    token: { ...aToken, id, previousSecretUntil: minutesAgo(-60), rotatedAt: minutesAgo(0) },
  }),
  roleBindings: () => [
    aBinding,
    {
      ...aBinding,
      id: 'rbi_2',
      subjectKind: 'GROUP',
      subjectId: webGroup.id,
      subjectName: webGroup.name,
      role: 'operator',
      roleName: 'operator',
      scope: ofWebPool,
      createdBy: 'admin',
    },
  ],
  bindRole: ({ input: { subjectKind, subjectId, role, effect, scope } }) => ({
    roleBinding: {
      ...aBinding,
      id: 'rbi_3',
      subjectKind,
      subjectId,
      subjectName: subjectId,
      role,
      roleName: role,
      effect,
      scope,
    },
  }),
  teams: () => [
    { ...aTeam, owns: [{ kind: 'NODE_POOL', clusterId: cluster.id, clusterName, name: 'web' }] },
  ],
  users: () => [
    aUser,
    {
      ...aUser,
      id: 'usr_2',
      name: 'grace',
      groups: [webGroup.name],
      hasPassword: true,
      lastSignInAt: null,
      roles: ['operator'],
    },
  ],
  createUser: () => ({}),
  sessions: () => [
    {
      id: 'ses_2',
      address: '192.0.2.7',
      isCurrent: true,
      createdAt: minutesAgo(40),
      expiresAt: minutesAgo(-7 * dayMinutes),
    },
    {
      id: 'ses_1',
      address: '198.51.100.4',
      createdAt: minutesAgo(dayMinutes),
      expiresAt: minutesAgo(-6 * dayMinutes),
    },
  ],
  trustRules: () => [aTrustRule],
  deviceRequest: ({ userCode }) => (userCode === unknownCode ? null : aDevice),
  decideDevice: () => ({ request: { clientName: aDevice.clientName } }),
  auditExport: () => ({
    target: 's3://company-audit/kerf',
    lagSeconds: 240,
    waitingEntries: 7,
    lastExportAt: minutesAgo(11),
    lastRunAt: minutesAgo(1),
    nextRunAt: minutesAgo(-1),
  }),
  auditVerification: () => ({
    isIntact: true,
    entries: 4321,
    checkpoints: 12,
    unsignedEntries: 7,
    areSignaturesChecked: true,
    lastCheckpointAt: minutesAgo(3 * dayMinutes),
  }),
};
