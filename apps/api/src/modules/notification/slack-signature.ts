import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '@kerf/core';

/** A request of Slack with the headers that prove where it comes from. */
export interface SignedRequest {
  readonly body: Buffer;
  /** `X-Slack-Request-Timestamp`, in seconds. */
  readonly timestamp: string;
  /** `X-Slack-Signature`: `v0=<hex>`. */
  readonly signature: string;
}

/** An older request may be a copy that someone sends again. Source: docs.slack.dev, verifying requests. */
const toleranceMs = 5 * 60_000;

/** Returns true if a request of Slack is recent and signed with the secret. */
export function isSignedBySlack(
  { body, timestamp, signature }: SignedRequest,
  secret: string,
  now: Instant,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) return false;
  const [, hex] = /^v0=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (hex === undefined) return false;
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(hex, 'hex'));
}
