import { createHmac } from 'node:crypto';
import type { Instant } from '@kerf/core';

/**
 * Returns the header that proves where a body comes from: `t=<seconds>,v1=<hex>`, with one `v1` for
 * each secret. Each is the HMAC-SHA256 of `<seconds>.<body>`, so that an old request cannot be sent
 * again with a newer time.
 */
export function signWebhook(body: string, secrets: readonly string[], sentAt: Instant): string {
  const seconds = Math.floor(sentAt / 1_000);
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}
