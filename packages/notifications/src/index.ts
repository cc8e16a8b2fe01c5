export {
  createNotificationSender,
  type NotificationSenderOptions,
} from './create-notification-sender.js';
