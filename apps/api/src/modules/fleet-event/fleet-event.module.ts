import { Module } from '@nestjs/common';
import { FleetEventController } from './fleet-event.controller.js';
import { FleetEventResolver } from './fleet-event.resolver.js';

@Module({
  controllers: [FleetEventController],
  providers: [FleetEventResolver],
})
export class FleetEventModule {}
