import type {
  CreateFleetRequest,
  CreateLaunchTemplateRequest,
  CreateTagsRequest,
  DeleteLaunchTemplateRequest,
  RebootInstancesRequest,
  RunInstancesRequest,
  TagSpecification,
  TerminateInstancesRequest,
} from '@aws-sdk/client-ec2';
import type { AccessContext, AccessRequest } from '../../world/iam/iam-policy.js';
import type { Tags } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import type { LaunchTemplate } from '../../world/state/state.js';
import { accessTo, requestTags, resourceTags } from '../access.js';
import type { Call } from '../operation.js';
import { fromTagList, ownResources } from './describe.js';
import type { LaunchData } from './launch/launch-data.js';

/**
 * Access requests of EC2 calls, one per resource. Resources that do not exist are omitted, because
 * the operation reports them.
 * Sources: the service authorization reference of EC2; "Grant permission to tag resources during
 * creation" in its user guide.
 */

const arnOf = ({ region, accountId }: Call, kind: string, id: string): string =>
  `arn:aws:ec2:${region}:${accountId}:${kind}/${id}`;

/** Returns the ARN, without an account, of a resource that Amazon may own too. */
const sharedArnOf = ({ region }: Call, kind: string, id: string): string =>
  `arn:aws:ec2:${region}::${kind}/${id}`;

/** A launch by CreateFleet or RunInstances. */
interface Launch {
  readonly actions: readonly string[];
  /** Launch data of the instances, one per template. */
  readonly data: readonly LaunchData[];
  readonly templates: readonly LaunchTemplate[];
  readonly subnetIds: readonly string[];
  /** Tag specifications of the request, in addition to those of the templates. */
  readonly specifications: Open<TagSpecification[]>;
  readonly isSpot: boolean;
}

export function createFleetAccess(
  call: Call,
  input: Open<CreateFleetRequest>,
): readonly AccessRequest[] {
  const { LaunchTemplateConfigs: configs = [], TagSpecifications: specifications = [] } = input;
  const templates = configs.flatMap(
    ({ LaunchTemplateSpecification }) => findTemplate(call, LaunchTemplateSpecification) ?? [],
  );
  const overrides = configs.flatMap(({ Overrides = [] }) => Overrides);
  const fleetTags = tagsOf('fleet', specifications);
  const fleet = arnOf(call, 'fleet', '*');
  return [
    accessTo('ec2:CreateFleet', fleet, requestTags(fleetTags)),
    ...tagging('CreateFleet', fleet, fleetTags),
    ...launchAccess(call, {
      actions: ['ec2:CreateFleet', 'ec2:RunInstances'],
      data: templates.map(({ data }) => data),
      templates,
      subnetIds: overrides.flatMap(({ SubnetId }) => SubnetId ?? []),
      specifications,
      isSpot: input.TargetCapacitySpecification?.DefaultTargetCapacityType === 'spot',
    }),
  ];
}

export function runInstancesAccess(
  call: Call,
  input: Open<RunInstancesRequest>,
): readonly AccessRequest[] {
  const template = findTemplate(call, input.LaunchTemplate);
  const { TagSpecifications: specifications = [], ...request } = input;
  const data = template === undefined ? request : { ...template.data, ...request };
  return launchAccess(call, {
    actions: ['ec2:RunInstances'],
    data: [
      {
        ...data,
        ...(template?.data.TagSpecifications && {
          TagSpecifications: template.data.TagSpecifications,
        }),
      },
    ],
    templates: template === undefined ? [] : [template],
    subnetIds: input.SubnetId === undefined ? [] : [input.SubnetId],
    specifications,
    isSpot: data.InstanceMarketOptions?.MarketType === 'spot',
  });
}

function launchAccess(call: Call, launch: Launch): readonly AccessRequest[] {
  const { actions, data, templates, subnetIds, isSpot } = launch;
  const { subnets } = call.world.state;
  const used: readonly (readonly [arn: string, context: AccessContext])[] = [
    ...data.flatMap(({ ImageId: id }) =>
      id === undefined ? [] : [[sharedArnOf(call, 'image', id), {}] as const],
    ),
    ...data
      .flatMap(({ SecurityGroupIds = [], NetworkInterfaces = [] }) => [
        ...SecurityGroupIds,
        ...NetworkInterfaces.flatMap(({ Groups = [] }) => Groups),
      ])
      .map((id) => [arnOf(call, 'security-group', id), {}] as const),
    ...data.flatMap(({ CapacityReservationSpecification: specification }) => {
      const id = specification?.CapacityReservationTarget?.CapacityReservationId;
      return id === undefined ? [] : [[arnOf(call, 'capacity-reservation', id), {}] as const];
    }),
    ...subnetIds.map(
      (id) => [arnOf(call, 'subnet', id), resourceTags(subnets.get(id)?.tags ?? {})] as const,
    ),
    ...templates.map(
      ({ id, tags }) => [arnOf(call, 'launch-template', id), resourceTags(tags)] as const,
    ),
  ];
  const created = ['instance', 'volume', 'network-interface'];
  return [
    ...actions.flatMap((action) => used.map(([arn, context]) => accessTo(action, arn, context))),
    ...(isSpot ? [...created, 'spot-instances-request'] : created).flatMap((kind) =>
      data.flatMap((each) => creationAccess(call, launch, { kind, data: each })),
    ),
    ...data.flatMap((each) => passRoleAccess(call, each)),
  ];
}

function creationAccess(
  call: Call,
  { actions, specifications }: Launch,
  { kind, data }: { readonly kind: string; readonly data: LaunchData },
): readonly AccessRequest[] {
  const tags = { ...tagsOf(kind, data.TagSpecifications ?? []), ...tagsOf(kind, specifications) };
  const arn = arnOf(call, kind, '*');
  return [
    ...actions.map((action) => accessTo(action, arn, requestTags(tags))),
    ...tagging('RunInstances', arn, tags),
  ];
}

/** Launching an instance with a role requires `iam:PassRole` for it. */
function passRoleAccess(call: Call, data: LaunchData): readonly AccessRequest[] {
  const { Name, Arn } = data.IamInstanceProfile ?? {};
  const profile = [...call.world.state.instanceProfiles.values()].find(
    ({ accountId, id, name }) => accountId === call.accountId && (id === Arn || name === Name),
  );
  const roleArn = profile?.roleArn ?? null;
  return roleArn === null ? [] : [passRole(roleArn)];
}

export const passRole = (roleArn: string): AccessRequest =>
  accessTo('iam:PassRole', roleArn, { 'iam:PassedToService': 'ec2.amazonaws.com' });

export function createLaunchTemplateAccess(
  call: Call,
  input: Open<CreateLaunchTemplateRequest>,
): readonly AccessRequest[] {
  const tags = tagsOf('launch-template', input.TagSpecifications ?? []);
  const arn = arnOf(call, 'launch-template', '*');
  return [
    accessTo('ec2:CreateLaunchTemplate', arn, requestTags(tags)),
    ...tagging('CreateLaunchTemplate', arn, tags),
  ];
}

export function deleteLaunchTemplateAccess(
  call: Call,
  input: Open<DeleteLaunchTemplateRequest>,
): readonly AccessRequest[] {
  const template = findTemplate(call, input);
  if (template === undefined) return [];
  const arn = arnOf(call, 'launch-template', template.id);
  return [accessTo('ec2:DeleteLaunchTemplate', arn, resourceTags(template.tags))];
}

export const terminateInstancesAccess = (
  call: Call,
  input: Open<TerminateInstancesRequest>,
): readonly AccessRequest[] => instancesAccess(call, 'ec2:TerminateInstances', input.InstanceIds);

export const rebootInstancesAccess = (
  call: Call,
  input: Open<RebootInstancesRequest>,
): readonly AccessRequest[] => instancesAccess(call, 'ec2:RebootInstances', input.InstanceIds);

function instancesAccess(
  call: Call,
  action: string,
  ids: readonly string[] | undefined,
): readonly AccessRequest[] {
  return (ids ?? []).flatMap((id) => {
    const instance = call.world.state.instances.get(id);
    if (instance?.accountId !== call.accountId || instance.region !== call.region) return [];
    return [accessTo(action, arnOf(call, 'instance', id), resourceTags(instance.tags))];
  });
}

/** Returns the access requests for tagging existing resources. */
export function createTagsAccess(
  call: Call,
  input: Open<CreateTagsRequest>,
): readonly AccessRequest[] {
  const added = requestTags(fromTagList(input.Tags));
  const { instances, launchTemplates } = call.world.state;
  return (input.Resources ?? []).flatMap((id) => {
    const instance = instances.get(id);
    const resource = instance ?? launchTemplates.get(id);
    if (resource === undefined) return [];
    const kind = instance === undefined ? 'launch-template' : 'instance';
    const context = { ...added, ...resourceTags(resource.tags) };
    return [accessTo('ec2:CreateTags', arnOf(call, kind, id), context)];
  });
}

/** Tags set at creation are checked as tagging too. */
function tagging(createAction: string, arn: string, tags: Tags): readonly AccessRequest[] {
  if (Object.keys(tags).length === 0) return [];
  const context = { ...requestTags(tags), 'ec2:CreateAction': createAction };
  return [accessTo('ec2:CreateTags', arn, context)];
}

const tagsOf = (kind: string, specifications: Open<TagSpecification[]>): Tags =>
  fromTagList(
    specifications
      .filter(({ ResourceType }) => ResourceType === kind)
      .flatMap(({ Tags: list = [] }) => list),
  );

function findTemplate(
  call: Call,
  reference:
    | {
        readonly LaunchTemplateId?: string | undefined;
        readonly LaunchTemplateName?: string | undefined;
      }
    | undefined,
): LaunchTemplate | undefined {
  const { LaunchTemplateId: id, LaunchTemplateName: name } = reference ?? {};
  return [...ownResources(call, call.world.state.launchTemplates)].find((each) =>
    id === undefined ? each.name === name : each.id === id,
  );
}
