import { readdir } from 'node:fs/promises';
import type { DurationMs } from '@kerf/core';
import { type ChangeFeed, MigrationQueries } from '@kerf/db';
import type { Logger } from '@kerf/system';
import { Controller, Get, Header, Inject, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access } from '../auth/access.js';
import { readAtMostEvery } from '../contract/read-at-most-every.js';
import type { ApiEnv } from '../env.js';
import { ENV, FEED, LOG } from '../parts.js';

type Check = () => Promise<string | null>;

interface Result {
  readonly name: string;
  readonly problem: string | null;
}

/** Probes without authentication: the parts are checked once a second, however often they are requested. */
const sameForMs: DurationMs = 1_000;

/** Probes of Kubernetes. Readiness depends on the parts of this process only, not on clusters. */
@Controller()
@Access('public')
export class HealthController {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(MigrationQueries) private readonly migrationQueries: MigrationQueries,
    @Inject(FEED) private readonly feed: ChangeFeed,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  @Get('livez')
  @Header('Content-Type', 'text/plain')
  live(): string {
    return 'ok';
  }

  @Get('readyz')
  async ready(@Query('verbose') verbose: unknown, @Res() response: Response): Promise<void> {
    const results = await this.#results();
    const isReady = results.every(({ problem }) => problem === null);
    const lines = results.map(({ name, problem }) =>
      problem === null ? `[+] ${name} ok` : `[-] ${name} failed: ${problem}`,
    );
    const verdict = isReady ? 'ok' : 'not ready';
    const shown = verbose === undefined && isReady ? [verdict] : [...lines, verdict];
    response
      .status(isReady ? 200 : 503)
      .type('text/plain')
      .send(`${shown.join('\n')}\n`);
  }

  readonly #results = readAtMostEvery(
    sameForMs,
    () => performance.now(),
    (): Promise<readonly Result[]> =>
      Promise.all(
        Object.entries(this.#checks).map(async ([name, check]) => ({
          name,
          problem: await check(),
        })),
      ),
  );

  readonly #checks: Readonly<Record<string, Check>> = {
    database: () => this.#problemOf(() => this.migrationQueries.applied()),
    migrations: async () => {
      const problem = await this.#problemOf(() => this.migrationQueries.applied());
      return problem ?? this.#missingMigrations();
    },
    changeFeed: () =>
      Promise.resolve(this.feed.isListening() ? null : 'the connection is being renewed'),
  };

  /** Without a folder to compare with, any applied migration is enough. */
  async #missingMigrations(): Promise<string | null> {
    const applied = new Set(await this.migrationQueries.applied());
    if (applied.size === 0) return 'no migration is applied';
    const folder = this.env.KERF_MIGRATIONS;
    if (folder === undefined) return null;
    const entries = await readdir(folder, { withFileTypes: true });
    const missing = entries.filter((entry) => entry.isDirectory() && !applied.has(entry.name));
    return missing.length === 0
      ? null
      : `not applied: ${missing.map(({ name }) => name).join(', ')}`;
  }

  /** Any failure makes it unready. Its message may contain host names and is only logged. */
  async #problemOf(work: () => Promise<unknown>): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (error) {
      this.log.warn({ error }, 'readiness check failed');
      return 'the database does not respond; see the log';
    }
  }
}
