import {
  type NotificationChannel as ChannelRecord,
  type NotificationRule as RuleRecord,
  secretNames,
} from '@kerf/application';
import type { RecordedDelivery } from '@kerf/db';
import type {
  NotificationChannel,
  NotificationDelivery,
  NotificationRule,
} from '../../generated/schema-types.js';
import type { ConnectionView } from '../../graphql/connection.js';

/** @public The generated types of resolvers import it. */
export type NotificationDeliveryConnectionView = ConnectionView<NotificationDelivery>;

/** The secrets are only named. */
export function toChannelView(channel: ChannelRecord): NotificationChannel {
  const { sealedSecrets: _sealed, address, ...fields } = channel;
  return { ...fields, ...address, secretNames: secretNames(channel) };
}

export const toRuleView = (rule: RuleRecord): NotificationRule => rule;

export function toDeliveryView(delivery: RecordedDelivery): NotificationDelivery {
  const { eventIds: _ids, version: _version, ...fields } = delivery;
  return fields;
}
