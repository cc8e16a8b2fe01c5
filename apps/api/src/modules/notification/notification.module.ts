import { NotificationDeliveryQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { DecisionModule } from '../decision/decision.module.js';
import { NotificationController } from './notification.controller.js';
import { NotificationResolver } from './notification.resolver.js';
import { NotificationWrites } from './notification.writes.js';
import { SlackController } from './slack.controller.js';

@Module({
  imports: [DecisionModule],
  controllers: [NotificationController, SlackController],
  providers: [
    NotificationResolver,
    NotificationWrites,
    ...provideQueries(NotificationDeliveryQueries),
  ],
})
export class NotificationModule {}
