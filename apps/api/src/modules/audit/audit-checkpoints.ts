import { type AuditSigner, type CheckpointPolicy, type Clock, checkpointAudit } from '@kerf/application';
import { createAuditChain, type Database } from '@kerf/db';
import type { Logger } from '@kerf/telemetry';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { ApiEnv } from '../../env.js';
import { AUDIT_SIGNER, CLOCK, DATABASE, ENV, LOG } from '../../parts.js';

const checkEveryMs = 30_000;

/** Signs checkpoints of the audit log while the process runs. */
@Injectable()
export class AuditCheckpoints implements OnModuleInit, OnModuleDestroy {
  readonly #policy: CheckpointPolicy;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ENV) env: ApiEnv,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
    @Inject(AUDIT_SIGNER) private readonly signer: AuditSigner | null,
  ) {
    const { KERF_AUDIT_CHECKPOINT_ENTRIES: everyEntries } = env;
    this.#policy = { everyEntries, everyMs: env.KERF_AUDIT_CHECKPOINT_MINUTES * 60_000 };
  }

  onModuleInit(): void {
    if (this.signer === null) return;
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
    if (this.signer === null) return;
    const { clock, signer } = this;
    const ports = { chain: createAuditChain(this.database), signer, clock };
    const checkpoint = await checkpointAudit(ports, this.#policy);
    if (checkpoint !== null) this.log.debug({ seq: checkpoint.seq }, 'audit checkpoint signed');
  }
}
