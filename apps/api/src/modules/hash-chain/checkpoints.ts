import {
  type AuditSigner,
  type CheckpointPolicy,
  type CheckpointPorts,
  type Clock,
  checkpointAudit,
} from '@kerf/application';
import { createAuditChain, type Database } from '@kerf/db';
import type { Logger } from '@kerf/system';
import {
  type FactoryProvider,
  Inject,
  Injectable,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { ApiEnv } from '../../env.js';
import { AUDIT_SIGNER, CLOCK, DATABASE, ENV, LOG } from '../../parts.js';

const CHECKPOINT_PORTS = Symbol('checkpoint-ports');

/** Provides the ports of checkpoints; `null` without a key. */
export const checkpointPorts: FactoryProvider<CheckpointPorts | null> = {
  provide: CHECKPOINT_PORTS,
  inject: [DATABASE, CLOCK, AUDIT_SIGNER],
  useFactory: (database: Database, clock: Clock, signer: AuditSigner | null) =>
    signer === null ? null : { chain: createAuditChain(database), signer, clock },
};

const checkEveryMs = 30_000;

/** Signs checkpoints of the audit log while the process runs. */
@Injectable()
export class Checkpoints implements OnModuleInit, OnModuleDestroy {
  readonly #policy: CheckpointPolicy;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(LOG) private readonly log: Logger,
    @Inject(CHECKPOINT_PORTS) private readonly ports: CheckpointPorts | null,
  ) {
    const { KERF_AUDIT_CHECKPOINT_ENTRIES: everyEntries } = env;
    this.#policy = { everyEntries, everyMs: env.KERF_AUDIT_CHECKPOINT_MINUTES * 60_000 };
  }

  onModuleInit(): void {
    if (this.ports === null) return;
    this.#timer = setInterval(() => {
      this.signIfDue().catch((error: unknown) => {
        this.log.warn({ error }, 'no checkpoint of the audit log could be signed');
      });
    }, checkEveryMs);
    this.#timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  async signIfDue(): Promise<void> {
    if (this.ports === null) return;
    const checkpoint = await checkpointAudit(this.ports, this.#policy);
    if (checkpoint !== null) this.log.debug({ seq: checkpoint.seq }, 'audit checkpoint signed');
  }
}
