import {
  CreateTags$,
  type CreateTagsRequest,
  DeleteTags$,
  type DeleteTagsRequest,
  DescribeTags$,
  type DescribeTagsRequest,
  type DescribeTagsResult,
} from '@aws-sdk/client-ec2';
import type { Image } from '../../world/compute/images.js';
import type { Tags } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import type { WorldState } from '../../world/state/state.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';
import { createTagsAccess } from './access.js';
import { describe, endDryRun, fromTagList, ownResources } from './describe.js';
import type { FilterTable } from './filters.js';
import { checkTagCount, checkTags } from './tag-specifications.js';

/** A resource with tags. */
interface Tagged {
  readonly resourceType: string;
  readonly id: string;
  readonly tags: Tags;
  readonly retag: (tags: Tags) => void;
}

interface TaggedRow {
  readonly id: string;
  readonly region: string;
  readonly tags: Tags;
}

function* taggedResources(call: Call): Generator<Tagged, void> {
  const { state } = call.world;
  yield* rowsOf('instance', state.instances, ownResources(call, state.instances));
  yield* rowsOf(
    'launch-template',
    state.launchTemplates,
    ownResources(call, state.launchTemplates),
  );
  yield* rowsOf('subnet', state.subnets, ownResources(call, state.subnets));
  yield* rowsOf('security-group', state.securityGroups, ownResources(call, state.securityGroups));
  yield* rowsOf(
    'capacity-reservation',
    state.capacityReservations,
    ownResources(call, state.capacityReservations),
  );
  yield* rowsOf(
    'placement-group',
    state.placementGroups,
    ownResources(call, state.placementGroups),
  );
  yield* rowsOf('vpc', state.vpcs, ownResources(call, state.vpcs));
  yield* rowsOf('image', state.images, ownImages(call, state));
}

function* rowsOf<Row extends TaggedRow>(
  resourceType: string,
  table: Map<string, Row>,
  rows: Iterable<Row>,
): Generator<Tagged, void> {
  for (const row of rows) {
    const retag = (tags: Tags) => table.set(row.id, { ...row, tags });
    yield { resourceType, id: row.id, tags: row.tags, retag };
  }
}

function ownImages(call: Call, state: WorldState): readonly Image[] {
  return [...state.images.values()].filter(
    ({ ownerId, region }) => ownerId === call.accountId && region === call.region,
  );
}

/** Error codes of resources that do not exist, by the prefix of the ID. */
const notFoundCodes: Readonly<Record<string, string>> = {
  i: 'InvalidInstanceID.NotFound',
  lt: 'InvalidLaunchTemplateId.NotFound',
  subnet: 'InvalidSubnetID.NotFound',
  sg: 'InvalidGroup.NotFound',
  vpc: 'InvalidVpcID.NotFound',
  cr: 'InvalidCapacityReservationId.NotFound',
  ami: 'InvalidAMIID.NotFound',
};

function createTags(call: Call, input: Open<CreateTagsRequest>): object {
  const added = fromTagList(input.Tags);
  checkTags(added);
  const resources = requireAll(call, input.Resources ?? []);
  for (const { tags } of resources) checkTagCount({ ...tags, ...added });
  endDryRun(input.DryRun);
  for (const { tags, retag } of resources) retag({ ...tags, ...added });
  return {};
}

function deleteTags(call: Call, input: Open<DeleteTagsRequest>): object {
  const resources = requireAll(call, input.Resources ?? []);
  endDryRun(input.DryRun);
  for (const { tags, retag } of resources) retag(withoutTags(tags, input.Tags));
  return {};
}

/**
 * Removes tags. A tag with a value is removed only if the value matches; without a list, all tags
 * are removed.
 */
function withoutTags(tags: Tags, removed: Open<DeleteTagsRequest>['Tags']): Tags {
  const isRemoved = (key: string, value: string) =>
    removed === undefined
      ? !key.startsWith('aws:')
      : removed.some((tag) => tag.Key === key && (tag.Value ?? value) === value);
  return Object.fromEntries(Object.entries(tags).filter(([key, value]) => !isRemoved(key, value)));
}

/** @throws AwsError if a resource does not exist */
function requireAll(call: Call, ids: readonly string[]): readonly Tagged[] {
  const byId = new Map([...taggedResources(call)].map((each) => [each.id, each]));
  return ids.map((id) => {
    const resource = byId.get(id);
    if (resource !== undefined) return resource;
    const code = notFoundCodes[id.split('-')[0] ?? ''];
    if (code === undefined) throw new AwsError('InvalidID', `The ID '${id}' is not valid`);
    throw new AwsError(code, `The ID '${id}' does not exist`);
  });
}

interface TagRow {
  readonly resourceType: string;
  readonly resourceId: string;
  readonly key: string;
  readonly value: string;
}

const filters: FilterTable<TagRow> = {
  key: ({ key }) => [key],
  'resource-id': ({ resourceId }) => [resourceId],
  'resource-type': ({ resourceType }) => [resourceType],
  value: ({ value }) => [value],
};

function describeTags(call: Call, input: Open<DescribeTagsRequest>): Open<DescribeTagsResult> {
  const rows = [...taggedResources(call)].flatMap(({ resourceType, id, tags }) =>
    Object.entries(tags).map(([key, value]) => ({ resourceType, resourceId: id, key, value })),
  );
  const page = describe(rows, input, {
    filters,
    idOf: ({ resourceId, key }) => `${resourceId} ${key}`,
    pages: { lowest: 5, highest: 1000 },
  });
  return {
    Tags: page.items.map(({ resourceType, resourceId, key, value }) => ({
      ResourceType: resourceType,
      ResourceId: resourceId,
      Key: key,
      Value: value,
    })),
    NextToken: page.next,
  };
}

export const tagOperations = [
  operation(CreateTags$, createTags, { access: createTagsAccess }),
  operation(DeleteTags$, deleteTags),
  operation(DescribeTags$, describeTags),
];
