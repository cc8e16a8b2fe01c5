import { parse } from 'yaml';
import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';
import type { Directory } from './directory.js';
import { type Fields, isFields, listOf, pick, textOf, textsOf } from './fields.js';
import { readScopeText, toScopeText } from './scope.js';

/** The name and `spec` of an object. */
export interface Stated {
  readonly name: string;
  readonly spec: Fields;
}

/** A kind of object that manifests describe, on the operations of REST. */
export interface Kind {
  readonly kind: string;
  /** Path of the list, and of new objects. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly update: 'PUT' | 'PATCH' | null;
  /** The action that changes an object to a body, for kinds that are changed by actions. */
  readonly actionOf: ((body: Fields) => string) | null;
  readonly canCreate: boolean;
  /** Members without which an object cannot be created. */
  readonly neededToCreate: readonly string[];
  /** Why no manifest deletes objects of the kind, and how to do instead; `null` if manifests do. */
  readonly notDeleted: string | null;
  /** Whether its versions are checked with `If-Match`. */
  readonly isVersioned: boolean;
  /** Values of what a manifest leaves out; without one, the stored value stays. */
  readonly defaults: Fields;
  /** Members that no response has. */
  readonly secrets: readonly string[];
  /** Members that only an update takes. */
  readonly updateOnly: readonly string[];
  /** Members that no update takes. */
  readonly createOnly: readonly string[];
  /** Whether the order of lists has a meaning. */
  readonly isOrdered: boolean;
  /** Objects without a name of their own are the same if their content is. */
  readonly isNamed: boolean;
  /** Whether `read` leaves out other objects than the named one: each is a request. */
  readonly isReadByName: boolean;
  readonly read: (directory: Directory, name?: string) => Promise<readonly Fields[]>;
  readonly pathOf: (item: Fields) => string;
  /** Path of the request that deletes an object. */
  readonly deletePathOf: (item: Fields) => string;
  /** Returns an item of the list with names in place of IDs. */
  readonly toStated: (item: Fields, directory: Directory) => Promise<Stated>;
  /** Returns the body of a request, with IDs in place of names. */
  readonly toBody: (stated: Stated, directory: Directory) => Promise<Fields>;
  /** Returns what is sent of a body. */
  readonly toRequest: (body: Fields) => Fields;
}

type Declared = Pick<Kind, 'kind' | 'path' | 'aliases' | 'toStated' | 'toBody'> & Partial<Kind>;

const declare = (declared: Declared): Kind => {
  const pathOf = (item: Fields) => `${declared.path}/${encodeURIComponent(textOf(item, 'id'))}`;
  return {
    update: 'PUT',
    actionOf: null,
    canCreate: true,
    neededToCreate: [],
    notDeleted: null,
    isVersioned: true,
    defaults: {},
    secrets: [],
    updateOnly: [],
    createOnly: [],
    isOrdered: false,
    isNamed: true,
    isReadByName: false,
    read: (directory) => directory.items(declared.path),
    toRequest: (body) => body,
    pathOf,
    deletePathOf: declared.pathOf ?? pathOf,
    ...declared,
  };
};

const userMembers = ['externalIdentity', 'isEnabled'];

/** An action takes no body that the server could check. @throws Failure for what no user has */
function userSpec(spec: Fields): Fields {
  const unknown = Object.keys(spec).filter((name) => !userMembers.includes(name));
  if (unknown.length > 0) {
    const known = `A User has ${userMembers.join(' and ')}; its roles are RoleBindings.`;
    throw new Failure(exitCodes.invalid, `${unknown.join(', ')}: unknown. ${known}`);
  }
  const { isEnabled } = spec;
  if (isEnabled === undefined || typeof isEnabled === 'boolean') return spec;
  throw new Failure(exitCodes.invalid, 'isEnabled must be true or false.');
}

/** Without roles, which are bound to it, and without a credential. */
const user = declare({
  kind: 'User',
  path: '/api/v1/users',
  aliases: ['users', 'user'],
  isVersioned: false,
  updateOnly: ['isEnabled'],
  createOnly: ['name', 'externalIdentity'],
  actionOf: ({ isEnabled }) => (isEnabled === false ? 'disable' : 'enable'),
  toStated: async (item) => ({
    name: textOf(item, 'name'),
    spec: {
      ...pick(item, ['externalIdentity']),
      isEnabled: (item['disabledAt'] ?? null) === null,
    },
  }),
  toBody: async ({ name, spec }) => ({ ...userSpec(spec), name }),
});

const role = declare({
  kind: 'Role',
  path: '/api/v1/roles',
  aliases: ['roles', 'role'],
  defaults: { description: '' },
  read: async (directory) =>
    (await directory.items('/api/v1/roles')).filter((item) => item['isBuiltIn'] !== true),
  toStated: async (item) => ({
    name: textOf(item, 'name'),
    spec: pick(item, ['description', 'actions']),
  }),
  toBody: async ({ name, spec }) => ({ ...spec, name }),
});

const team = declare({
  kind: 'Team',
  path: '/api/v1/teams',
  aliases: ['teams', 'team'],
  defaults: { owns: [], members: [] },
  toStated: async (item, directory) => ({
    name: textOf(item, 'name'),
    spec: {
      owns: listOf(item, 'owns').map((one) => ({
        ...pick(one, ['kind']),
        cluster: one['clusterName'],
        ...pick(one, ['name']),
      })),
      members: await Promise.all(
        listOf(item, 'members').map(async ({ kind, id }) => ({
          kind,
          name: kind === 'USER' ? await directory.nameOf('/api/v1/users', id) : id,
        })),
      ),
    },
  }),
  toBody: async ({ name, spec }, directory) => ({
    ...spec,
    name,
    owns: await Promise.all(
      listOf(spec, 'owns').map(async ({ cluster, ...one }) => ({
        ...one,
        clusterId: await directory.idOf('/api/v1/clusters', cluster),
      })),
    ),
    members: await Promise.all(
      listOf(spec, 'members').map(async ({ name: member, ...one }) => ({
        ...one,
        id: one['kind'] === 'USER' ? await directory.idOf('/api/v1/users', member) : member,
      })),
    ),
  }),
});

const subjectLists = {
  USER: '/api/v1/users',
  API_TOKEN: '/api/v1/api-tokens',
} as const;
const subjectList = (kind: unknown) =>
  kind === 'USER' || kind === 'API_TOKEN' ? subjectLists[kind] : null;

const roleBinding = declare({
  kind: 'RoleBinding',
  path: '/api/v1/role-bindings',
  aliases: ['rolebindings', 'rolebinding'],
  update: null,
  isVersioned: false,
  isNamed: false,
  defaults: { effect: 'ALLOW' },
  toStated: async (item, directory) => {
    const { subjectKind, subjectId } = item;
    const list = subjectList(subjectKind);
    const subject = list === null ? subjectId : await directory.nameOf(list, subjectId);
    return {
      name: textOf(item, 'id'),
      spec: {
        subject: { kind: subjectKind, name: subject },
        role: await directory.nameOf('/api/v1/roles', item['role']),
        scope: toScopeText(item['scope']),
        ...pick(item, ['effect']),
      },
    };
  },
  toBody: async ({ spec: { subject, ...spec } }, directory) => {
    const { kind, name, ...unknown } = isFields(subject) ? subject : {};
    const list = subjectList(kind);
    return {
      ...spec,
      ...unknown,
      subjectKind: kind,
      subjectId: list === null ? name : await directory.idOf(list, name),
      role: await directory.idOf('/api/v1/roles', spec['role']),
      scope: await readScopeText(spec['scope'], directory),
    };
  },
});

const trustRuleFields = ['issuer', 'audience', 'lifetimeSeconds', 'conditions'];
const trustRule = declare({
  kind: 'TrustRule',
  path: '/api/v1/trust-rules',
  aliases: ['trustrules', 'trustrule'],
  toStated: async (item, directory) => ({
    name: textOf(item, 'name'),
    spec: {
      ...pick(item, trustRuleFields),
      role: await directory.nameOf('/api/v1/roles', item['role']),
      scope: toScopeText(item['scope']),
    },
  }),
  toBody: async ({ name, spec }, directory) => ({
    ...spec,
    name,
    role: await directory.idOf('/api/v1/roles', spec['role']),
    scope: await readScopeText(spec['scope'], directory),
  }),
});

const channelFields = [
  'kind',
  'url',
  'slackChannel',
  'smtpHost',
  'smtpPort',
  'smtpSecurity',
  'smtpUser',
  'emailFrom',
  'digestMinutes',
];
const notificationChannel = declare({
  kind: 'NotificationChannel',
  path: '/api/v1/notification-channels',
  aliases: ['notificationchannels', 'notificationchannel'],
  update: 'PATCH',
  secrets: ['webhookUrl', 'botToken', 'slackSigningSecret', 'smtpPassword', 'routingKey'],
  updateOnly: ['isEnabled'],
  createOnly: ['kind'],
  toStated: async (item) => {
    const emailTo = textsOf(item, 'emailTo');
    return {
      name: textOf(item, 'name'),
      spec: {
        ...pick(item, channelFields),
        ...(emailTo.length > 0 ? { emailTo } : {}),
        isEnabled: item['state'] === 'ACTIVE',
      },
    };
  },
  toBody: async ({ name, spec }) => ({ ...spec, name }),
});

const notificationRule = declare({
  kind: 'NotificationRule',
  path: '/api/v1/notification-rules',
  aliases: ['notificationrules', 'notificationrule'],
  update: 'PATCH',
  createOnly: ['channelId'],
  toStated: async (item, directory) => {
    const namesOf = (path: '/api/v1/clusters' | '/api/v1/teams', field: string) =>
      Promise.all(textsOf(item, field).map((id) => directory.nameOf(path, id)));
    return {
      name: textOf(item, 'name'),
      spec: {
        channel: await directory.nameOf('/api/v1/notification-channels', item['channelId']),
        ...pick(item, ['eventKinds', 'leastSeverity', 'nodePools', 'isEnabled']),
        clusters: await namesOf('/api/v1/clusters', 'clusterIds'),
        teams: await namesOf('/api/v1/teams', 'teamIds'),
      },
    };
  },
  toBody: async ({ name, spec: { channel, clusters, teams, ...spec } }, directory) => {
    const idsOf = async (path: '/api/v1/clusters' | '/api/v1/teams', list: unknown) =>
      Promise.all(textsOf({ list }, 'list').map((one) => directory.idOf(path, one)));
    return {
      ...spec,
      name,
      channelId: await directory.idOf('/api/v1/notification-channels', channel),
      ...(clusters === undefined ? {} : { clusterIds: await idsOf('/api/v1/clusters', clusters) }),
      ...(teams === undefined ? {} : { teamIds: await idsOf('/api/v1/teams', teams) }),
    };
  },
});

const amounts = ['hourly', 'monthly', 'blocksLaunches'];
const spendLimit = declare({
  kind: 'SpendLimit',
  path: '/api/v1/spend-limits',
  aliases: ['spendlimits', 'spendlimit'],
  defaults: { hourly: null, monthly: null, blocksLaunches: false },
  createOnly: ['scope'],
  toStated: async (item) => ({
    name: toScopeText(item['scope']),
    spec: pick(item, amounts),
  }),
  toBody: async ({ name, spec }, directory) => ({
    ...spec,
    scope: await readScopeText(name, directory),
  }),
});

/** Settings that always exist: they are changed, not created. */
const settings = { update: 'PATCH', canCreate: false } as const;

const alertThresholds = declare({
  ...settings,
  kind: 'AlertThresholds',
  notDeleted: 'They always exist, and those of a team end with the team. Apply 0 to turn one off.',
  path: '/api/v1/alert-thresholds',
  aliases: ['alertthresholds'],
  // Each team has some as soon as it exists.
  read: async (directory) => [
    ...(await directory.items('/api/v1/alert-thresholds')),
    ...(await directory.planned('/api/v1/teams')).map((teamName) => ({
      scope: { kind: 'TEAM', teamName },
    })),
  ],
  pathOf: ({ scope }) => {
    const teamId = isFields(scope) ? scope['teamId'] : null;
    return `/api/v1/alert-thresholds/${typeof teamId === 'string' ? encodeURIComponent(teamId) : 'organization'}`;
  },
  toStated: async (item) => ({
    name: toScopeText(item['scope']),
    spec: pick(item, ['nodes', 'spend', 'changesPerMinute']),
  }),
  toBody: async ({ spec }) => spec,
});

const pathOfCluster = (item: Fields): string =>
  `/api/v1/clusters/${encodeURIComponent(textOf(item, 'id'))}`;

const clustersOf = async (directory: Directory, wanted: string | undefined) =>
  (await directory.items('/api/v1/clusters')).filter(
    ({ name }) => wanted === undefined || name === wanted,
  );

const brakeSettings = declare({
  ...settings,
  kind: 'BrakeSettings',
  notDeleted: 'They end with the cluster. Apply the values that you want.',
  path: '/api/v1/clusters',
  aliases: ['brakesettings'],
  isReadByName: true,
  read: async (directory, wanted) =>
    Promise.all(
      (await clustersOf(directory, wanted)).map(async (item) => ({
        ...(await directory.one(`${pathOfCluster(item)}/brake-settings`)),
        id: item['id'],
        name: item['name'],
      })),
    ),
  pathOf: (item) => `${pathOfCluster(item)}/brake-settings`,
  toStated: async ({ id: _, name, clusterId: __, version: ___, ...spec }) => ({
    name: String(name),
    spec,
  }),
  toBody: async ({ spec }) => spec,
});

const givenEndpoint = ['endpoint', 'certificateAuthority'];

const cluster = declare({
  kind: 'Cluster',
  path: '/api/v1/clusters',
  aliases: ['clusters', 'cluster'],
  update: 'PATCH',
  neededToCreate: ['region', 'roleArn', 'mode'],
  updateOnly: ['settings'],
  createOnly: ['name', 'region', ...givenEndpoint],
  isReadByName: true,
  read: async (directory, wanted) =>
    Promise.all(
      (await clustersOf(directory, wanted)).map((item) => directory.one(pathOfCluster(item))),
    ),
  // A cluster is removed by its name, so that none goes by mistake.
  deletePathOf: (item) =>
    `${pathOfCluster(item)}?confirmName=${encodeURIComponent(textOf(item, 'name'))}`,
  toStated: async (item) => ({
    name: textOf(item, 'name'),
    spec: {
      ...pick(item, ['region', 'mode', 'roleArn', 'interruptionQueue']),
      // Otherwise they are what EKS says.
      ...(item['endpointIsGiven'] === true ? pick(item, givenEndpoint) : {}),
      ...pick(item, ['settings']),
    },
  }),
  toBody: async ({ name, spec }) => ({ ...spec, name }),
});

const approvalPolicy = declare({
  kind: 'ApprovalPolicy',
  path: '/api/v1/approval-policy',
  aliases: ['approvalpolicy', 'approvalpolicies'],
  canCreate: false,
  notDeleted:
    'There is always one. Apply it with `rules: []`, and the mode of each cluster decides alone.',
  isOrdered: true,
  read: async (directory) => [await directory.one('/api/v1/approval-policy')],
  pathOf: () => '/api/v1/approval-policy',
  toStated: async (item) => {
    const manifest: unknown = parse(String(item['manifest']));
    const { spec } = isFields(manifest) ? manifest : {};
    return { name: 'default', spec: isFields(spec) ? spec : {} };
  },
  toBody: async ({ spec }) => spec,
  toRequest: (spec) => ({
    manifest: JSON.stringify({ ...manifestHeader('ApprovalPolicy', 'default'), spec }),
  }),
});

/** The API version of manifests that Kerf alone reads. */
export const apiVersion = 'kerf.dev/v1';

/** Returns the first fields of a manifest. */
export const manifestHeader = (kind: string, name: string): Fields => ({
  apiVersion,
  kind,
  metadata: { name },
});

/** All kinds; those that others refer to come first. */
export const kinds: readonly Kind[] = [
  cluster,
  user,
  role,
  team,
  roleBinding,
  trustRule,
  notificationChannel,
  notificationRule,
  approvalPolicy,
  spendLimit,
  alertThresholds,
  brakeSettings,
];
