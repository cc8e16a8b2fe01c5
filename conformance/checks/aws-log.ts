import { z } from 'zod';
import { type CheckResult, noViolations } from './check.ts';

const awsCall = z.object({
  service: z.string(),
  action: z.string(),
  status: z.number(),
  caller: z.string(),
  shim: z.string().nullable(),
});
export type AwsCall = z.infer<typeof awsCall>;

const oneOrMany = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const policyDocument = z.object({ Statement: z.array(z.object({ Action: oneOrMany })) });

/** Actions of STS that need no permission. */
const alwaysAllowed: ReadonlySet<string> = new Set(['sts:GetCallerIdentity']);

/** Calls whose permission has another name: REST APIs, by method and path, and batches of SQS. */
const otherNames: readonly (readonly [RegExp, string])[] = [
  [/^GET \/clusters\/[^/]+$/, 'eks:DescribeCluster'],
  [/^DeleteMessageBatch$/, 'sqs:DeleteMessage'],
];

export function readAwsLog(text: string): readonly AwsCall[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => awsCall.parse(JSON.parse(line)))
    .filter(({ action }) => action !== 'CreateFleet begins');
}

/** The texts of deploy/iam. */
export interface Policies {
  readonly clusterRole: string;
  readonly kerfRole: string;
}

/**
 * Checks that the product calls only actions that its documented policies name. Resources and
 * conditions are checked by the sandbox, which evaluates the policy for each call.
 */
export function checkAwsLog(calls: readonly AwsCall[], policies: Policies): readonly CheckResult[] {
  const ofRole = allowedActions(policies.clusterRole);
  const ofProduct = allowedActions(policies.kerfRole);
  const ofKerf = calls.filter(({ caller }) => caller !== 'operator');
  const violations = ofKerf.flatMap((call) => {
    const allowed = call.caller === 'product' ? ofProduct : ofRole;
    const action = actionOf(call);
    return allowed.has(action) || alwaysAllowed.has(action) ? [] : [`${call.caller} ${action}`];
  });
  const failed = ofKerf
    .filter(({ status }) => status >= 500)
    .map((call) => `${actionOf(call)} ${call.status}`);
  return [
    noViolations('No AWS call exceeds deploy/iam', ofKerf.length, violations),
    noViolations('No AWS call ends with a server error', ofKerf.length, failed),
  ];
}

function allowedActions(policy: string): ReadonlySet<string> {
  const { Statement } = policyDocument.parse(JSON.parse(policy));
  return new Set(Statement.flatMap(({ Action }) => Action));
}

function actionOf({ service, action }: AwsCall): string {
  const [, known] = otherNames.find(([pattern]) => pattern.test(action)) ?? [];
  return known ?? `${service}:${action}`;
}
