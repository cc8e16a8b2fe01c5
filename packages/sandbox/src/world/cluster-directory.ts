/** What the simulated EKS API says of a cluster; kept by the Kubernetes half. */
export interface ClusterDirectory {
  find(accountId: string, region: string, name: string): EksCluster | null;
  list(accountId: string, region: string): readonly EksCluster[];
}

export interface EksCluster {
  readonly name: string;
  readonly arn: string;
  /** `major.minor`. */
  readonly version: string;
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  readonly serviceCidr: string;
  readonly createdAt: number;
  readonly vpcId: string;
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
}

/** Says whom an EKS bearer token (a presigned GetCallerIdentity URL) stands for; kept by the AWS half. */
export interface TokenVerifier {
  /** `null` when the signature, the time or the cluster's name is wrong. */
  verify(token: string, clusterName: string): CallerIdentity | null;
}

export interface CallerIdentity {
  readonly accountId: string;
  /** E.g. `arn:aws:sts::111122223333:assumed-role/kerf/session`. */
  readonly arn: string;
  /** The role behind it, e.g. `arn:aws:iam::111122223333:role/kerf`; absent for a user. */
  readonly roleArn: string | null;
}
