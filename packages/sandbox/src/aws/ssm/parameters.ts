import {
  GetParameter$,
  type GetParameterRequest,
  type GetParameterResult,
  GetParameters$,
  type GetParametersRequest,
  type GetParametersResult,
  type Parameter,
} from '@aws-sdk/client-ssm';
import type { ImageParameter } from '../../world/compute/images.js';
import type { AccessRequest } from '../../world/iam/iam-policy.js';
import type { Open } from '../../world/state/open.js';
import { accessTo } from '../access.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';

/** Reads the public parameters with image IDs; accounts of the sandbox have no others. */

function getParameter(call: Call, input: Open<GetParameterRequest>): Open<GetParameterResult> {
  const found = find(call, input.Name ?? '');
  if (found === undefined)
    throw new AwsError('ParameterNotFound', `Parameter ${input.Name} not found.`);
  return { Parameter: toResponse(call, found) };
}

/** Parameters that AWS publishes have no account. */
function readAccess(
  { region, accountId }: Call,
  { Name: name = '' }: Open<GetParameterRequest>,
): readonly AccessRequest[] {
  const owner = name.startsWith('/aws/') ? '' : accountId;
  const path = name.startsWith('/') ? name : `/${name}`;
  return [accessTo('ssm:GetParameter', `arn:aws:ssm:${region}:${owner}:parameter${path}`)];
}

const maxNames = 10;

function getParameters(call: Call, input: Open<GetParametersRequest>): Open<GetParametersResult> {
  const names = [...new Set(input.Names ?? [])];
  if (names.length === 0 || names.length > maxNames) {
    throw new AwsError('ValidationException', `Names must have 1 to ${maxNames} members.`);
  }
  const found = names.flatMap((name) => find(call, name) ?? []);
  return {
    Parameters: found.map((each) => toResponse(call, each)),
    InvalidParameters: names.filter((name) => find(call, name) === undefined),
  };
}

function find(call: Call, name: string): ImageParameter | undefined {
  return call.world.publishedImages(call.region).parameters.get(name);
}

function toResponse(call: Call, parameter: ImageParameter): Open<Parameter> {
  return {
    Name: parameter.name,
    Type: 'String',
    Value: parameter.imageId,
    Version: 1,
    LastModifiedDate: new Date(parameter.changedAt),
    ARN: `arn:aws:ssm:${call.region}::parameter${parameter.name}`,
    DataType: 'aws:ec2:image',
  };
}

export const parameterOperations = [
  operation(GetParameter$, getParameter, { access: readAccess }),
  operation(GetParameters$, getParameters),
];
