/** A profile of the AWS CLI and SDKs. */
export interface AwsProfile {
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Returns a configuration file of the AWS CLI and SDKs whose profiles lead to the simulated AWS. The
 * names begin with `kerf-`, so that no profile of the user's own credentials file is mixed into one.
 */
export function awsConfigFor(endpoint: string, profiles: readonly AwsProfile[]): string {
  const sections = profiles.map(({ name, region, accessKeyId, secretAccessKey }) =>
    [
      `[profile ${name}]`,
      `region = ${region}`,
      `endpoint_url = ${endpoint}`,
      `aws_access_key_id = ${accessKeyId}`,
      `aws_secret_access_key = ${secretAccessKey}`,
    ].join('\n'),
  );
  return `# Written by Kerf's sandbox at each start.\n${sections.join('\n\n')}\n`;
}
