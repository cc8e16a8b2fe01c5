import { Module } from '@nestjs/common';
import { LiveSockets } from '../auth/live-sockets.js';

@Module({ providers: [LiveSockets], exports: [LiveSockets] })
export class LiveModule {}
