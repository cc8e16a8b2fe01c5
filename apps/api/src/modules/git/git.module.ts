import { Module } from '@nestjs/common';
import { git } from './git.handlers.js';
import { GitReads } from './git.reads.js';
import { GitWrites } from './git.writes.js';

@Module({ controllers: [git.controller], providers: [git.resolver, GitReads, GitWrites] })
export class GitModule {}
