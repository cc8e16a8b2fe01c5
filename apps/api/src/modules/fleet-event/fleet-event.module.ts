import { ClusterQueries, FleetEventQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { provideQueries } from '../../parts.js';
import { FleetEventController } from './fleet-event.controller.js';
import { FleetEventResolver } from './fleet-event.resolver.js';

@Module({
  controllers: [FleetEventController],
  providers: [FleetEventResolver, ...provideQueries(ClusterQueries, FleetEventQueries)],
})
export class FleetEventModule {}
