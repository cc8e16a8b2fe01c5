import { ChangeLogQueries, ClusterQueries } from '@kerf/db';
import { Module } from '@nestjs/common';
import { LiveSockets } from '../auth/live-sockets.js';
import { provideQueries } from '../parts.js';
import { EventStreams } from './event-streams.js';
import { LiveChanges } from './live-changes.js';
import { LiveLists } from './live-lists.js';

@Module({
  providers: [
    LiveSockets,
    LiveChanges,
    LiveLists,
    EventStreams,
    ...provideQueries(ChangeLogQueries, ClusterQueries),
  ],
  exports: [LiveSockets, LiveChanges, LiveLists, EventStreams],
})
export class LiveModule {}
