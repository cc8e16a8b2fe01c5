import type {
  DeviceSelector,
  NotificationMessage,
  NotificationSender,
  OpenChannel,
  SecretBox,
  SendOutcome,
  SlackReply,
} from '@kerf/application';
import { fakeResolver } from './fake-instance-types.js';

/** An attempt that the receiver accepted. */
export const acceptedAttempt: SendOutcome = {
  outcome: 'Delivered',
  status: 200,
  latencyMs: 5,
  response: 'ok',
  retryAfterMs: null,
  isGone: false,
};

/** Keeps what is sent, and answers as told. */
export class FakeNotificationSender implements NotificationSender {
  readonly sent: { readonly channel: OpenChannel; readonly message: NotificationMessage }[] = [];
  readonly replies: (SlackReply & { readonly url: string })[] = [];
  /** The outcome of the following attempts. */
  outcome: SendOutcome = acceptedAttempt;

  async send(channel: OpenChannel, message: NotificationMessage): Promise<SendOutcome> {
    this.sent.push({ channel, message });
    return this.outcome;
  }

  async replyToSlack(url: string, reply: SlackReply): Promise<SendOutcome> {
    this.replies.push({ url, ...reply });
    return this.outcome;
  }
}

/** Returns fakes of the ports that need no state of the cluster. */
export const fakeOtherPorts = () => ({
  instanceTypes: fakeResolver,
  notifications: new FakeNotificationSender(),
  secretBox: fakeSecretBox,
  deviceSelector: fakeDeviceSelector,
});

/** Selects the devices of the driver that an expression names. */
const fakeDeviceSelector: DeviceSelector = {
  select: (expression, { driver }) => expression === driver,
};

/** Marks secrets as encrypted, without encrypting them. */
export const fakeSecretBox: SecretBox = {
  seal: (secret) => `sealed:${secret}`,
  open: (sealed) => sealed.replace(/^sealed:/, ''),
};
