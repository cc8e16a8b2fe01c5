import { NotificationDeliveryQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DecisionModule } from '../decision/decision.module.js';
import { NotificationResolver, notifications } from './notification.handlers.js';
import { NotificationReads } from './notification.reads.js';
import { NotificationWrites } from './notification.writes.js';
import { SlackController } from './slack.handlers.js';

@Module({
  imports: [DecisionModule],
  controllers: [notifications.controller, SlackController],
  providers: [
    NotificationResolver,
    notifications.resolver,
    NotificationReads,
    NotificationWrites,
    ...provideQueries(NotificationDeliveryQueries),
  ],
})
export class NotificationModule {}
