import { GetRolePolicyCommand, IAMClient, ListRolePoliciesCommand } from '@aws-sdk/client-iam';
import { accessKeys, region } from './settings.ts';

/**
 * Reads the inline policies of roles from AWS, by the ARN of the role. They are what calls are allowed by, and differ
 * from deploy/iam if the installation guide does not install that.
 */
export async function readInstalledPolicies(
  endpoint: string,
  roleArns: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const iam = new IAMClient({
    endpoint,
    region,
    credentials: { accessKeyId: accessKeys.operator, secretAccessKey: 'testbed' },
  });
  try {
    const read = roleArns.map(async (arn) => [arn, await policiesOf(iam, arn)] as const);
    return new Map(await Promise.all(read));
  } finally {
    iam.destroy();
  }
}

async function policiesOf(iam: IAMClient, roleArn: string): Promise<readonly string[]> {
  const RoleName = roleArn.slice(roleArn.lastIndexOf('/') + 1);
  const { PolicyNames = [] } = await iam.send(new ListRolePoliciesCommand({ RoleName }));
  return Promise.all(
    PolicyNames.map(async (PolicyName) => {
      const { PolicyDocument = '' } = await iam.send(
        new GetRolePolicyCommand({ RoleName, PolicyName }),
      );
      // AWS encodes the text as a part of a URL.
      return decodeURIComponent(PolicyDocument);
    }),
  );
}
