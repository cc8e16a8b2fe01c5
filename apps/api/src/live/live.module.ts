import { ChangeLogQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { LiveSockets } from '../auth/live-sockets.js';
import { provideQueries } from '../parts.js';
import { LiveChanges } from './live-changes.js';

@Module({
  providers: [LiveSockets, LiveChanges, ...provideQueries(ChangeLogQueries)],
  exports: [LiveSockets, LiveChanges],
})
export class LiveModule {}
