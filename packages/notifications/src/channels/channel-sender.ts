import type { NotificationMessage, OpenChannel } from '@kerf/application';
import type { AttemptResult } from '../send-outcome.js';

/** Sends a message to a channel of one kind. Errors are of the connection and are retried. */
export type ChannelSender = (
  channel: OpenChannel,
  message: NotificationMessage,
) => Promise<AttemptResult>;

/** A setting that the channel lacks; its definition was checked, so this is rare. */
export const lacks = (setting: string): AttemptResult => ({
  outcome: 'Refused',
  status: null,
  response: `The channel has no ${setting}. Set it.`,
  retryAfterMs: null,
  isGone: false,
});
