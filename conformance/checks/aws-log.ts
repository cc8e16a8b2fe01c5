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

/** The policies of the callers. */
export interface Policies {
  /** By ARN of the role: the policies that it has in AWS, where the installation guide put them. */
  readonly installed: ReadonlyMap<string, readonly string[]>;
  /** The text of deploy/iam/kerf-role.policy.json, for the product's own account. */
  readonly kerfRole: string;
}

/** Returns the ARNs of the roles that made these calls. */
export const rolesOf = (calls: readonly AwsCall[]): readonly string[] => [
  ...new Set(calls.map(({ caller }) => caller).filter((caller) => caller.startsWith('arn:'))),
];

/**
 * Checks that the product calls only actions that the installed policies name. Resources and
 * conditions are checked by the sandbox, which evaluates the policy for each call.
 */
export function checkAwsLog(calls: readonly AwsCall[], policies: Policies): readonly CheckResult[] {
  const allowed = new Map([
    ['product', allowedActions([policies.kerfRole])],
    ...[...policies.installed].map(([role, texts]) => [role, allowedActions(texts)] as const),
  ]);
  const ofKerf = calls.filter(({ caller }) => caller !== 'operator');
  const violations = ofKerf.flatMap((call) => {
    const action = actionOf(call);
    const isAllowed = allowed.get(call.caller)?.has(action) === true || alwaysAllowed.has(action);
    return isAllowed ? [] : [`${call.caller} ${action}`];
  });
  const failed = ofKerf
    .filter(({ status }) => status >= 500)
    .map((call) => `${actionOf(call)} ${call.status}`);
  return [
    noViolations('No AWS call exceeds the installed policies', ofKerf.length, violations),
    noViolations('No AWS call ends with a server error', ofKerf.length, failed),
  ];
}

function allowedActions(policies: readonly string[]): ReadonlySet<string> {
  const statements = policies.flatMap((text) => policyDocument.parse(JSON.parse(text)).Statement);
  return new Set(statements.flatMap(({ Action }) => Action));
}

function actionOf({ service, action }: AwsCall): string {
  const [, known] = otherNames.find(([pattern]) => pattern.test(action)) ?? [];
  return known ?? `${service}:${action}`;
}
