import {
  CreateLaunchTemplate$,
  type CreateLaunchTemplateRequest,
  type CreateLaunchTemplateResult,
  DeleteLaunchTemplate$,
  type DeleteLaunchTemplateRequest,
  type DeleteLaunchTemplateResult,
  DescribeLaunchTemplates$,
  type DescribeLaunchTemplatesRequest,
  type DescribeLaunchTemplatesResult,
  DescribeLaunchTemplateVersions$,
  type DescribeLaunchTemplateVersionsRequest,
  type DescribeLaunchTemplateVersionsResult,
  type LaunchTemplate as LaunchTemplateAnswer,
} from '@aws-sdk/client-ec2';
import { invariant } from '@kerf/core';
import type { Open } from '../../../world/state/open.js';
import type { LaunchTemplate } from '../../../world/state/state.js';
import { AwsError } from '../../aws-error.js';
import { type Call } from '../../operation.js';
import { operation } from '../../service.js';
import { createLaunchTemplateAccess, deleteLaunchTemplateAccess } from '../access.js';
import { describe, endDryRun, ownResources, selectByIds, toTagList } from '../describe.js';
import type { FilterTable } from '../filters.js';
import { tagsFor } from '../tag-specifications.js';
import { createIdempotently } from './idempotency.js';

/**
 * Returns the template with this ID or name.
 * @throws AwsError
 */
export function requireTemplate(
  call: Call,
  reference: {
    readonly LaunchTemplateId?: string | undefined;
    readonly LaunchTemplateName?: string | undefined;
  },
): LaunchTemplate {
  const { LaunchTemplateId: id, LaunchTemplateName: name } = reference;
  const templates = [...ownResources(call, call.world.state.launchTemplates)];
  const found = templates.find((each) => (id === undefined ? each.name === name : each.id === id));
  if (found !== undefined) return found;
  if (id !== undefined) throw notFoundById(id);
  if (name !== undefined) throw notFoundByName(name);
  throw new AwsError(
    'MissingParameter',
    'The request must contain the parameter LaunchTemplateId or LaunchTemplateName',
  );
}

/** @throws AwsError unless the version is the only one */
export function checkVersion(template: LaunchTemplate, version: string | undefined): void {
  if (version === undefined || ['1', '$Latest', '$Default'].includes(version)) return;
  throw new AwsError(
    'InvalidLaunchTemplateId.VersionNotFound',
    `Could not find the specified version ${version} for the launch template with ID ${template.id}.`,
  );
}

function createLaunchTemplate(
  call: Call,
  input: Open<CreateLaunchTemplateRequest>,
): Open<CreateLaunchTemplateResult> {
  const { ClientToken, DryRun, ...request } = input;
  checkName(request.LaunchTemplateName ?? '');
  if (request.LaunchTemplateData?.InstanceMarketOptions?.SpotOptions?.ValidUntil !== undefined) {
    throw new AwsError('UnsupportedOperation', 'The sandbox does not simulate ValidUntil.');
  }
  endDryRun(DryRun);
  const idempotentRequest = {
    operation: 'CreateLaunchTemplate',
    token: ClientToken,
    input: request,
  };
  const id = createIdempotently(call, idempotentRequest, () => insertTemplate(call, request));
  return { LaunchTemplate: toLaunchTemplate(requireTemplate(call, { LaunchTemplateId: id })) };
}

function checkName(name: string): void {
  if (/^[A-Za-z0-9().\-/_]{3,128}$/.test(name)) return;
  throw new AwsError(
    'InvalidLaunchTemplateName.MalformedException',
    'A launch template name must be between 3 and 128 characters, and may contain letters, numbers, and the characters ( ) . - / _',
  );
}

function insertTemplate(call: Call, request: Open<CreateLaunchTemplateRequest>): string {
  const { launchTemplates } = call.world.state;
  const { LaunchTemplateName: name = '', LaunchTemplateData: data } = request;
  invariant(data !== undefined, 'the parser requires LaunchTemplateData');
  if ([...ownResources(call, launchTemplates)].some((template) => template.name === name)) {
    throw new AwsError(
      'InvalidLaunchTemplateName.AlreadyExistsException',
      'Launch template name already in use.',
    );
  }
  const id = call.world.ids.next('lt');
  launchTemplates.set(id, {
    id,
    accountId: call.accountId,
    region: call.region,
    name,
    createdAt: call.world.timers.now(),
    createdBy: call.caller.arn,
    tags: tagsFor('launch-template', request.TagSpecifications),
    data,
    versionDescription: request.VersionDescription ?? null,
  });
  return id;
}

function deleteLaunchTemplate(
  call: Call,
  input: Open<DeleteLaunchTemplateRequest>,
): Open<DeleteLaunchTemplateResult> {
  const template = requireTemplate(call, input);
  endDryRun(input.DryRun);
  call.world.state.launchTemplates.delete(template.id);
  return { LaunchTemplate: toLaunchTemplate(template) };
}
function notFoundById(id: string): AwsError {
  return new AwsError(
    'InvalidLaunchTemplateId.NotFound',
    `The specified launch template, with template ID ${id}, does not exist.`,
  );
}

function notFoundByName(name: string): AwsError {
  return new AwsError(
    'InvalidLaunchTemplateName.NotFoundException',
    `The specified launch template, with template name ${name}, does not exist.`,
  );
}

const filters: FilterTable<LaunchTemplate> = {
  'create-time': ({ createdAt }) => [new Date(createdAt).toISOString()],
  'launch-template-name': ({ name }) => [name],
};
const pages = { lowest: 1, highest: 200 };

function describeLaunchTemplates(
  call: Call,
  input: Open<DescribeLaunchTemplatesRequest>,
): Open<DescribeLaunchTemplatesResult> {
  const templates = ownResources(call, call.world.state.launchTemplates);
  const byId = selectByIds(templates, input.LaunchTemplateIds, ({ id }) => id, {
    code: 'InvalidLaunchTemplateId.NotFound',
    noun: 'launch template ID',
  });
  const byName = selectByIds(byId, input.LaunchTemplateNames, ({ name }) => name, {
    code: 'InvalidLaunchTemplateName.NotFoundException',
    noun: 'launch template name',
  });
  const page = describe(byName, input, {
    filters,
    idOf: ({ id }) => id,
    tagsOf: ({ tags }) => tags,
    pages,
  });
  return { LaunchTemplates: page.items.map(toLaunchTemplate), NextToken: page.next };
}

const versionFilters: FilterTable<LaunchTemplate> = {
  'image-id': ({ data }) => (data.ImageId === undefined ? [] : [data.ImageId]),
  'instance-type': ({ data }) => (data.InstanceType === undefined ? [] : [data.InstanceType]),
  'is-default-version': () => ['true'],
};

function describeLaunchTemplateVersions(
  call: Call,
  input: Open<DescribeLaunchTemplateVersionsRequest>,
): Open<DescribeLaunchTemplateVersionsResult> {
  const isNamed = input.LaunchTemplateId !== undefined || input.LaunchTemplateName !== undefined;
  const templates = isNamed
    ? [requireTemplate(call, input)]
    : ownResources(call, call.world.state.launchTemplates);
  for (const template of isNamed ? templates : []) {
    for (const version of input.Versions ?? []) checkVersion(template, version);
  }
  const page = describe(templates, input, { filters: versionFilters, idOf: ({ id }) => id, pages });
  return {
    LaunchTemplateVersions: page.items.map((template) => ({
      LaunchTemplateId: template.id,
      LaunchTemplateName: template.name,
      VersionNumber: 1,
      ...(template.versionDescription === null
        ? {}
        : { VersionDescription: template.versionDescription }),
      CreateTime: new Date(template.createdAt),
      CreatedBy: template.createdBy,
      DefaultVersion: true,
      LaunchTemplateData: template.data,
    })),
    NextToken: page.next,
  };
}

function toLaunchTemplate(template: LaunchTemplate): Open<LaunchTemplateAnswer> {
  return {
    LaunchTemplateId: template.id,
    LaunchTemplateName: template.name,
    CreateTime: new Date(template.createdAt),
    CreatedBy: template.createdBy,
    DefaultVersionNumber: 1,
    LatestVersionNumber: 1,
    Tags: toTagList(template.tags),
  };
}

export const launchTemplateOperations = [
  operation(CreateLaunchTemplate$, createLaunchTemplate, { access: createLaunchTemplateAccess }),
  operation(DeleteLaunchTemplate$, deleteLaunchTemplate, { access: deleteLaunchTemplateAccess }),
  operation(DescribeLaunchTemplates$, describeLaunchTemplates),
  operation(DescribeLaunchTemplateVersions$, describeLaunchTemplateVersions),
];
