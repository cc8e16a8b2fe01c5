import { AppError } from '@kerf/core';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { SlackReply } from '../ports/notification-sender.js';
import type { Ports } from '../ports/ports.js';

/**
 * Answers a click on a button in Slack. A failed answer is retried with the job; Slack accepts
 * answers for half an hour.
 */
export async function replyToSlack(
  { notifications, secretBox }: Pick<Ports, 'notifications' | 'secretBox'>,
  { sealedUrl, ...reply }: SlackReply & { readonly sealedUrl: string },
): Promise<JobOutcome> {
  const { outcome, response } = await notifications.replyToSlack(secretBox.open(sealedUrl), reply);
  if (outcome !== 'Failed') return done;
  throw new AppError({
    code: 'NOTIFICATION.FAILED',
    message: `Slack did not accept an answer: ${response}`,
    retry: { kind: 'backoff' },
  });
}
