import { NotificationDeliveryQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DecisionModule } from '../decision/decision.module.js';
import {
  NotificationController,
  NotificationResolver,
  notificationWrites,
} from './notification.handlers.js';
import { NotificationWrites } from './notification.writes.js';
import { SlackController } from './slack.handlers.js';

@Module({
  imports: [DecisionModule],
  controllers: [NotificationController, notificationWrites.controller, SlackController],
  providers: [
    NotificationResolver,
    notificationWrites.resolver,
    NotificationWrites,
    ...provideQueries(NotificationDeliveryQueries),
  ],
})
export class NotificationModule {}
