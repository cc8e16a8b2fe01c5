import { NotificationDeliveryQueries } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import type { NotificationChannel } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import { toChannelView } from './notification.mapper.js';

/** Reads channels, rules and deliveries. */
@Injectable()
export class NotificationReads {
  readonly store: ApiPorts['store']['notificationChannels'];

  constructor(
    @Inject(PORTS) { store }: Pick<ApiPorts, 'store'>,
    @Inject(NotificationDeliveryQueries) readonly deliveries: NotificationDeliveryQueries,
  ) {
    this.store = store.notificationChannels;
  }

  async channels(): Promise<readonly NotificationChannel[]> {
    return (await this.store.list()).map(toChannelView);
  }

  async channel(id: string): Promise<NotificationChannel | null> {
    const channel = await this.store.find(id);
    return channel === null ? null : toChannelView(channel);
  }
}
