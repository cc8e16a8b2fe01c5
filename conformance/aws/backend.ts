import { EC2Client } from '@aws-sdk/client-ec2';
import { EKSClient } from '@aws-sdk/client-eks';
import { IAMClient } from '@aws-sdk/client-iam';
import { PricingClient } from '@aws-sdk/client-pricing';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { startMotoPlace } from './moto-place.js';
import { startSandboxPlace } from './sandbox-place.js';

export const region = 'us-east-1';

/** Address of the independent implementation, e.g. `http://127.0.0.1:5000`; absent: the sandbox. */
const endpointOfMoto = process.env['KERF_CONFORMANCE_AWS_ENDPOINT'];

/** Whether the specs run against moto instead of the sandbox. */
export const isMoto = endpointOfMoto !== undefined;

/** One account with a network, a role and a cluster, of which nothing is used by another file. */
export interface Place {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly accountId: string;
  /** Value of the tag `karpenter.sh/discovery` of subnets and security group. */
  readonly clusterName: string;
  readonly clusterVersion: string;
  readonly serviceCidr: string;
  readonly vpcId: string;
  /** In two zones. */
  readonly subnets: readonly { readonly id: string; readonly zone: string }[];
  readonly securityGroup: { readonly id: string; readonly name: string };
  /** Name of the nodes' role. */
  readonly nodeRole: string;
  /** ARN of a role that the account may assume with {@link externalId}. */
  readonly kerfRoleArn: string;
  readonly externalId: string;
  /** An SSM parameter that AWS publishes, and that contains the ID of an x86_64 image. */
  readonly imageParameter: string;
  close(): Promise<void>;
}

export interface AwsBackend extends Place {
  readonly ec2: EC2Client;
  readonly eks: EKSClient;
  readonly iam: IAMClient;
  readonly pricing: PricingClient;
  readonly sqs: SQSClient;
  readonly ssm: SSMClient;
  readonly sts: STSClient;
}

/** Returns clients without retries, because most specs expect an answer of the first call. */
export async function startBackend(): Promise<AwsBackend> {
  const place =
    endpointOfMoto === undefined
      ? await startSandboxPlace(region)
      : await startMotoPlace(region, endpointOfMoto);
  const { endpoint, credentials } = place;
  const config = { endpoint, credentials, region, maxAttempts: 1 };
  const clients = {
    ec2: new EC2Client(config),
    eks: new EKSClient(config),
    iam: new IAMClient(config),
    pricing: new PricingClient(config),
    sqs: new SQSClient(config),
    ssm: new SSMClient(config),
    sts: new STSClient(config),
  };
  return {
    ...place,
    ...clients,
    close: async () => {
      for (const client of Object.values(clients)) client.destroy();
      await place.close();
    },
  };
}
