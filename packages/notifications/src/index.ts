export {
  createNotificationSender,
  type NotificationSenderOptions,
} from './create-notification-sender.js';
export type { AddressPolicy } from './http/address-policy.js';
