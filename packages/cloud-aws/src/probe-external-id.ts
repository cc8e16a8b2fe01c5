import { randomUUID } from 'node:crypto';
import { AssumeRoleCommand } from '@aws-sdk/client-sts';
import { type AwsSession, sessionName } from './clients.js';
import { isUnauthorized } from './errors.js';

/** The shortest duration that STS allows; the credentials are discarded. */
const shortestSeconds = 900;

/**
 * Whether the target's role can be assumed only with its external id. A condition such as
 * `StringEqualsIfExists` rejects a wrong external id but accepts a missing one, so both are tried.
 */
export async function needsExternalId(session: AwsSession): Promise<boolean> {
  const attempts = await Promise.all([
    isRefused(session, { ExternalId: `wrong-${randomUUID()}` }),
    isRefused(session, {}),
  ]);
  return attempts.every(Boolean);
}

async function isRefused(
  session: AwsSession,
  externalId: { readonly ExternalId?: string },
): Promise<boolean> {
  const { clusterName, roleArn } = session.target;
  try {
    await session.call('sts:AssumeRole', (options) =>
      session.ownSts.send(
        new AssumeRoleCommand({
          RoleArn: roleArn,
          RoleSessionName: sessionName(clusterName),
          DurationSeconds: shortestSeconds,
          ...externalId,
        }),
        options,
      ),
    );
    return false;
  } catch (error) {
    if (isUnauthorized(error)) return true;
    throw error;
  }
}
