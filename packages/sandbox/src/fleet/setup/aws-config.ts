/** A profile of the AWS CLI and SDKs. */
export interface AwsProfile {
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Returns a configuration file for the AWS CLI and SDKs with profiles of the simulated AWS. Names
 * begin with `kerf-`, so that they never collide with profiles in the user's credentials file.
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
