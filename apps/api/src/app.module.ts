import { createPrismaStore, openChangeFeed, openDatabase } from '@kerf/db';
import { createManifestReader } from '@kerf/definitions';
import {
  createSecretBox,
  intlLocalTime,
  sha256Digest,
  systemClock,
  uuidIdSource,
} from '@kerf/system';
import { createLogger, createMetrics } from '@kerf/telemetry';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './auth/access.guard.js';
import { machineSecrets } from './auth/machine-secrets.js';
import { IdempotentRequests } from './contract/idempotent-requests.js';
import { LIST_WATCHER } from './contract/list-watcher.js';
import type { ApiEnv } from './env.js';
import { TrustedDocuments } from './graphql/documents/trusted-documents.js';
import { LoaderFactory } from './graphql/loaders.js';
import { ObjectFinders } from './graphql/object-finders.js';
import { GraphqlModule } from './graphql.module.js';
import { LiveModule } from './live/live.module.js';
import { LiveLists } from './live/live-lists.js';
import { AccessModule } from './modules/access/access.module.js';
import { ApiDocsModule } from './modules/api-docs/api-docs.module.js';
import { ApprovalPolicyModule } from './modules/approval-policy/approval-policy.module.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { AuditExportModule } from './modules/audit-export/audit-export.module.js';
import { BrakeModule } from './modules/brake/brake.module.js';
import { ChangeModule } from './modules/change/change.module.js';
import { ClusterModule } from './modules/cluster/cluster.module.js';
import { ConversionModule } from './modules/conversion/conversion.module.js';
import { CostModule } from './modules/cost/cost.module.js';
import { DecisionModule } from './modules/decision/decision.module.js';
import { DefinitionModule } from './modules/definition/definition.module.js';
import { DisruptionModule } from './modules/disruption/disruption.module.js';
import { FleetEventModule } from './modules/fleet-event/fleet-event.module.js';
import { AuditChainModule } from './modules/hash-chain/audit-chain.module.js';
import { IdentityModule } from './modules/identity/identity.module.js';
import { InterruptionModule } from './modules/interruption/interruption.module.js';
import { NodeModule } from './modules/node/node.module.js';
import { NodeClaimModule } from './modules/node-claim/node-claim.module.js';
import { NotificationModule } from './modules/notification/notification.module.js';
import { OperationModule } from './modules/operation/operation.module.js';
import { ProductModule } from './modules/product/product.module.js';
import { RateLimitModule } from './modules/rate-limit/rate-limit.module.js';
import { SchedulingModule } from './modules/scheduling/scheduling.module.js';
import { SimulationModule } from './modules/simulation/simulation.module.js';
import { TrustRuleModule } from './modules/trust-rule/trust-rule.module.js';
import { openAuditSigner } from './open-audit-signer.js';
import {
  type ApiParts,
  AUDIT_SIGNER,
  CLOCK,
  DATABASE,
  ENV,
  FEED,
  LOG,
  METRICS,
  PORTS,
  RATE_LIMITS,
  VISIBLE,
} from './parts.js';
import { openRateLimitStore } from './request/rate-limit-store.js';
import { visibleNow } from './request/visible-now.js';
import { AnswerInterceptor } from './rest/answer.interceptor.js';
import { ProblemDetailsFilter } from './rest/problem-details.filter.js';
import { RouteTable } from './rest/route-table.js';

/** What every module may inject. */
const exported = [
  ENV,
  LOG,
  DATABASE,
  CLOCK,
  PORTS,
  FEED,
  METRICS,
  RATE_LIMITS,
  AUDIT_SIGNER,
  VISIBLE,
  IdempotentRequests,
  LoaderFactory,
  ObjectFinders,
  TrustedDocuments,
  RouteTable,
] as const;

/** The composition root: the only file of the API that knows which adapter stands for a port. */
@Global()
@Module({})
export class AppModule {
  static with(parts: ApiParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DiscoveryModule,
        LiveModule,
        GraphqlModule,
        AccessModule,
        ApprovalPolicyModule,
        ApiDocsModule,
        AuditModule,
        ChangeModule,
        BrakeModule,
        ClusterModule,
        ConversionModule,
        CostModule,
        DecisionModule,
        DefinitionModule,
        DisruptionModule,
        FleetEventModule,
        IdentityModule,
        InterruptionModule,
        NodeModule,
        NodeClaimModule,
        NotificationModule,
        OperationModule,
        ProductModule,
        RateLimitModule,
        SchedulingModule,
        SimulationModule,
        TrustRuleModule,
        AuditChainModule,
        AuditExportModule,
      ],
      providers: [
        { provide: ENV, useValue: parts.env },
        { provide: LOG, useValue: parts.log },
        { provide: DATABASE, useValue: parts.database },
        { provide: PORTS, useValue: parts.ports },
        { provide: CLOCK, useValue: parts.ports.clock },
        { provide: FEED, useValue: parts.feed },
        { provide: METRICS, useValue: parts.metrics },
        { provide: RATE_LIMITS, useValue: parts.rateLimits },
        { provide: AUDIT_SIGNER, useValue: parts.auditSigner },
        { provide: VISIBLE, useValue: visibleNow },
        { provide: LIST_WATCHER, useExisting: LiveLists },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
        { provide: APP_FILTER, useClass: ProblemDetailsFilter },
        IdempotentRequests,
        LoaderFactory,
        ObjectFinders,
        TrustedDocuments,
        RouteTable,
      ],
      exports: [...exported],
    };
  }
}

/** No read of a page may hold a connection for longer. */
const statementTimeoutMs = 15_000;

/** Opens the database and the adapters that use it. */
export function composeCore(
  env: ApiEnv,
): Omit<ApiParts, 'feed' | 'metrics' | 'rateLimits' | 'auditSigner'> {
  const url = new URL(env.DATABASE_URL);
  url.searchParams.set('statement_timeout', String(statementTimeoutMs));
  const database = openDatabase({
    url: url.href,
    maxConnections: env.KERF_DATABASE_CONNECTIONS,
    applicationName: 'kerf-api',
  });
  return {
    env,
    log: createLogger({ name: 'api', level: env.KERF_LOG_LEVEL }),
    database,
    ports: {
      store: createPrismaStore(database),
      clock: systemClock,
      ids: uuidIdSource,
      digest: sha256Digest,
      manifests: createManifestReader(),
      localTime: intlLocalTime,
      secretBox: createSecretBox(env.KERF_SECRET_KEY),
      secrets: machineSecrets,
    },
  };
}

/** Opens every adapter of the server. */
export async function composeApi(env: ApiEnv): Promise<ApiParts> {
  const auditSigner = await openAuditSigner(env);
  const core = composeCore(env);
  const feed = await openChangeFeed(env.DATABASE_URL, 'kerf-api-feed');
  const rateLimits = openRateLimitStore(env.REDIS_URL, core.database, core.log);
  return { ...core, feed, metrics: createMetrics(), rateLimits, auditSigner };
}
