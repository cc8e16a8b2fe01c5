import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import { type PolicyDocument, readPolicy } from '../../world/iam/iam-policy.js';
import type { RoleTrust } from '../../world/iam/identity.js';

/** Texts of the documents in `deploy/iam`, with their placeholders. */
export interface IamDocuments {
  readonly clusterPolicy: string;
  readonly clusterTrust: string;
  readonly kerfPolicy: string;
}

export async function readIamDocuments(folder: string): Promise<IamDocuments> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  return {
    clusterPolicy: await read('cluster-role.policy.json'),
    clusterTrust: await read('cluster-role.trust.json'),
    kerfPolicy: await read('kerf-role.policy.json'),
  };
}

/** Values for the placeholders of a cluster's role. */
export interface PolicyValues {
  readonly accountId: string;
  readonly region: string;
  readonly clusterName: string;
  readonly queueName: string;
}

/**
 * Fills in the policy of a cluster's role as the guide's commands do, and changes nothing else.
 * @throws CONFIG.INVALID if it has a condition that the sandbox does not simulate
 */
export function fillPolicy(text: string, place: PolicyValues): PolicyDocument {
  return readPolicy(
    filled(text, [
      ['ACCOUNT_ID', place.accountId],
      ['REGION', place.region],
      ['CLUSTER_NAME', place.clusterName],
      ['QUEUE_NAME', place.queueName],
    ]),
  );
}

export interface TrustValues {
  readonly kerfAccountId: string;
  /** Name of the user as whom Kerf runs. */
  readonly kerfUser: string;
  readonly externalId: string;
}

/**
 * Fills in the trust policy of a cluster's role as the guide's commands do. Kerf is a user in the
 * sandbox, which has no servers with a role.
 * @throws CONFIG.INVALID if it trusts otherwise than one principal with one external ID
 */
export function fillTrust(text: string, kerf: TrustValues): RoleTrust {
  const document: unknown = JSON.parse(
    filled(text, [
      ['KERF_ACCOUNT_ID', kerf.kerfAccountId],
      ['role/KERF_ROLE', `user/${kerf.kerfUser}`],
      ['EXTERNAL_ID', kerf.externalId],
    ]),
  );
  if (!isTrust(document)) {
    throw new AppError({
      code: 'CONFIG.INVALID',
      message: 'the trust policy has no single statement with a principal and an external ID',
    });
  }
  const [{ Principal, Condition }] = document.Statement;
  return {
    principals: [Principal.AWS],
    externalId: Condition.StringEquals['sts:ExternalId'],
  };
}

/** Returns the policy of Kerf's own role, which lists the roles of all clusters. */
export function fillKerfPolicy(text: string, roleArns: readonly string[]): PolicyDocument {
  const { Statement } = readPolicy(text);
  const placeholder = 'arn:aws:iam::ACCOUNT_ID:role/CLUSTER_ROLE';
  return {
    Statement: Statement.map((statement) => ({
      ...statement,
      Resource: [statement.Resource]
        .flat()
        .flatMap((resource) => (resource === placeholder ? roleArns : [resource])),
    })),
  };
}

/** Replaces placeholders in this order: some are parts of others. */
function filled(text: string, values: readonly (readonly [string, string])[]): string {
  return values.reduce(
    (sum, [placeholder, value]) => sum.replaceAll(placeholder, () => value),
    text,
  );
}

interface Trust {
  readonly Statement: readonly [
    {
      readonly Principal: { readonly AWS: string };
      readonly Condition: { readonly StringEquals: { readonly 'sts:ExternalId': string } };
    },
  ];
}

function isTrust(value: unknown): value is Trust {
  const [statement, ...others] = listOf(fieldOf(value, 'Statement'));
  const equals = fieldOf(fieldOf(statement, 'Condition'), 'StringEquals');
  return (
    others.length === 0 &&
    fieldOf(statement, 'Effect') === 'Allow' &&
    typeof fieldOf(fieldOf(statement, 'Principal'), 'AWS') === 'string' &&
    typeof fieldOf(equals, 'sts:ExternalId') === 'string'
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
