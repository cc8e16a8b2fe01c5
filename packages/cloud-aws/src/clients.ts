import { EC2Client } from '@aws-sdk/client-ec2';
import { EKSClient } from '@aws-sdk/client-eks';
import { IAMClient } from '@aws-sdk/client-iam';
import { PricingClient } from '@aws-sdk/client-pricing';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { Clock, CloudTarget } from '@kerf/application';
import {
  type DurationMs,
  getOrCreate,
  type Instant,
  invariant,
  type RemoteClock,
} from '@kerf/core';
import { startDeadline } from '@kerf/system';
import {
  doesIdentityRequireRefresh,
  isIdentityExpired,
  memoizeIdentityProvider,
} from '@smithy/core';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type BoundedHandler, createBoundedHandler } from './bounded-handler.js';
import type { CallOptions, RoleCredentials } from './call-options.js';
import { isOfOldCredentials, understandFailure } from './errors.js';
import { pricingRegion } from './pricing/pricing-region.js';
import { createSignedGet, type SignedGet } from './signed-get.js';

/** Time limits of an AWS call; each call ends within `callMs`, including retries of the SDK. */
interface CallLimit {
  readonly requestMs: DurationMs;
  readonly callMs: DurationMs;
}

/**
 * Timeouts by kind of call. `slow`: CreateFleet returns after the launch, and the price list has
 * many pages.
 */
export interface CallLimits {
  readonly ordinary: CallLimit;
  readonly slow: CallLimit;
  /** Timeout of long polls, which callers repeat. */
  readonly waiting: CallLimit;
}

export const defaultCallLimits: CallLimits = {
  ordinary: { requestMs: 20_000, callMs: 60_000 },
  slow: { requestMs: 60_000, callMs: 180_000 },
  // A long poll of SQS takes up to 20 s. A spot interruption notice comes two minutes ahead, so a
  // lost response must not cost more than this.
  waiting: { requestMs: 25_000, callMs: 25_000 },
};

/** AWS clients with the role of one cluster. */
export interface AwsSession {
  readonly target: CloudTarget;
  readonly ec2: EC2Client;
  /** Sends each call once: one that failed is not repeated. */
  readonly ec2Once: EC2Client;
  readonly sqs: SQSClient;
  readonly ssm: SSMClient;
  readonly pricing: PricingClient;
  readonly eks: EKSClient;
  readonly sts: STSClient;
  /** Uses Kerf's own credentials instead of the role's. */
  readonly ownSts: STSClient;
  readonly iam: IAMClient;
  readonly credentials: () => Promise<RoleCredentials>;
  /** Returns how far AWS's clock is ahead; 0 while it is unknown. For signatures. */
  readonly clockAheadMs: () => DurationMs;
  /** Sends a signed GET request to a service without a client here; use it in `call`. */
  readonly get: SignedGet;
  /**
   * Runs calls of one action within their limit; throws failures as `CLOUD.*`. If AWS no longer
   * accepts the role's credentials, they are renewed, and the calls are made once more.
   * @param action in IAM's spelling, e.g. `ec2:CreateFleet`
   */
  call<T>(
    action: string,
    work: (options: CallOptions) => Promise<T>,
    pace?: keyof CallLimits,
  ): Promise<T>;
}

export interface AwsSessions {
  /** AWS's clock. */
  readonly clock: RemoteClock;
  for(target: CloudTarget): AwsSession;
}

/**
 * Creates sessions by target. All share one connection pool. Credentials come from the default
 * chain and then from the target's role, endpoints from the SDK's own settings
 * (`AWS_ENDPOINT_URL`).
 * @param signal ends every call when it aborts
 */
export function createAwsSessions(
  limits: CallLimits,
  signal: AbortSignal,
  clock: Clock,
): AwsSessions {
  const sessions = new Map<string, AwsSession>();
  const shared = {
    requestHandler: createBoundedHandler(
      new NodeHttpHandler({
        connectionTimeout: 3_000,
        socketTimeout: limits.slow.requestMs,
        httpsAgent: { keepAlive: true, maxSockets: 64 },
        httpAgent: { keepAlive: true, maxSockets: 64 },
      }),
      limits.ordinary.requestMs,
    ),
    retryMode: 'standard',
    maxAttempts: 3,
    customUserAgent: 'kerf',
  } as const;
  signal.addEventListener('abort', () => shared.requestHandler.destroy(), { once: true });

  return {
    clock: shared.requestHandler.clock,
    for(target) {
      const key = JSON.stringify([
        target.clusterName,
        target.region,
        target.roleArn,
        target.externalId,
      ]);
      return getOrCreate(sessions, key, () =>
        createSession(target, shared, { limits, signal, clock }),
      );
    },
  };
}

interface SharedConfig {
  readonly requestHandler: BoundedHandler;
  readonly retryMode: 'standard';
  readonly maxAttempts: number;
  readonly customUserAgent: string;
}

function createSession(
  target: CloudTarget,
  shared: SharedConfig,
  ends: { readonly limits: CallLimits; readonly signal: AbortSignal; readonly clock: Clock },
): AwsSession {
  const { region } = target;
  const role = roleCredentials(target, shared, ends.clock);
  const credentials = role.get;
  const config = { ...shared, region, credentials };
  const clockAheadMs = (): DurationMs => shared.requestHandler.clock.aheadMs ?? 0;
  return {
    target,
    ec2: new EC2Client(config),
    ec2Once: new EC2Client({ ...config, maxAttempts: 1 }),
    sqs: new SQSClient(config),
    ssm: new SSMClient(config),
    pricing: new PricingClient({ ...config, region: pricingRegion(region) }),
    eks: new EKSClient(config),
    sts: new STSClient(config),
    ownSts: new STSClient({ ...shared, region }),
    iam: new IAMClient(config),
    credentials,
    clockAheadMs,
    get: createSignedGet({
      region,
      credentials,
      clockAheadMs,
      requestHandler: shared.requestHandler,
    }),
    async call(action, work, pace = 'ordinary') {
      const { requestMs, callMs } = ends.limits[pace];
      const deadline = startDeadline(callMs, ends.signal);
      const attempt = async () => {
        try {
          return await work({ abortSignal: deadline.signal, requestTimeout: requestMs });
        } catch (cause) {
          throw understandFailure(cause, action);
        }
      };
      try {
        return await attempt();
      } catch (error) {
        // Roles are assumed with Kerf's own credentials.
        const isOld = action !== 'sts:AssumeRole' && isOfOldCredentials(error);
        if (!isOld || !role.renew()) throw error;
        return await attempt();
      } finally {
        deadline.end();
      }
    },
  };
}

/** Refused credentials are not renewed sooner than this after they were obtained. */
const renewAfterMs: DurationMs = 60_000;

/** The credentials of a target's role. */
interface CredentialSource {
  readonly get: () => Promise<RoleCredentials>;
  /**
   * Has the next {@link get} renew the credentials, because AWS has refused them.
   * @returns false if they were obtained less than a minute ago: others would be refused, too
   */
  renew(): boolean;
}

/** Shares one AssumeRole call among all clients of the target. */
function roleCredentials(
  target: CloudTarget,
  shared: SharedConfig,
  clock: Clock,
): CredentialSource {
  let obtainedAt: Instant | null = null;
  let isRefused = false;
  const assumeRole = fromTemporaryCredentials({
    params: {
      RoleArn: target.roleArn,
      RoleSessionName: sessionName(target.clusterName),
      ...(target.externalId === null ? {} : { ExternalId: target.externalId }),
    },
    clientConfig: { ...shared, region: target.region },
  });
  const memoized = memoizeIdentityProvider(
    async () => {
      try {
        const credentials = await assumeRole();
        obtainedAt = clock.now();
        return credentials;
      } catch (cause) {
        throw understandFailure(cause, 'sts:AssumeRole');
      }
    },
    isIdentityExpired,
    doesIdentityRequireRefresh,
  );
  invariant(memoized !== undefined, 'a provider that is given is memoized');
  const get = (): Promise<RoleCredentials> => {
    const forceRefresh = isRefused;
    isRefused = false;
    return memoized({ forceRefresh });
  };
  return {
    // Otherwise each client would memoize the credentials itself, and keep the refused ones.
    get: Object.assign(get, { memoized: true }),
    renew: () => {
      if (obtainedAt === null || clock.now() - obtainedAt < renewAfterMs) return false;
      isRefused = true;
      return true;
    },
  };
}

/** Returns the session name that CloudTrail shows; STS allows 64 characters of this alphabet. */
export function sessionName(clusterName: string): string {
  return `kerf-${clusterName}`.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64);
}
