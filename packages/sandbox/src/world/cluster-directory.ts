/** The clusters that the simulated EKS API returns; implemented by the Kubernetes part. */
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
  readonly tags?: Readonly<Record<string, string>>;
}

/** Verifies EKS bearer tokens (presigned GetCallerIdentity URLs); implemented by the AWS part. */
export interface TokenVerifier {
  /** Returns the identity; `null` if the signature, the time or the cluster's name is wrong. */
  verify(token: string, clusterName: string): CallerIdentity | null;
}

export interface CallerIdentity {
  readonly accountId: string;
  /** E.g. `arn:aws:sts::111122223333:assumed-role/kerf/session`. */
  readonly arn: string;
  /** ARN of the assumed role, e.g. `arn:aws:iam::111122223333:role/kerf`; `null` for a user. */
  readonly roleArn: string | null;
}
