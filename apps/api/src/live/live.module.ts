import { Module } from '@nestjs/common';
import { LiveSockets } from './live-sockets.js';

@Module({ providers: [LiveSockets], exports: [LiveSockets] })
export class LiveModule {}
