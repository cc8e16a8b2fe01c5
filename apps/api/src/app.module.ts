import { ClusterQueries } from '@kerf/db';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './auth/access-guard.js';
import { IdempotentRequests } from './contract/idempotent-requests.js';
import { LIST_WATCHER } from './contract/list-watcher.js';
import { TrustedDocuments } from './graphql/documents/trusted-documents.js';
import { LoaderFactory } from './graphql/loaders.js';
import { ObjectFinders } from './graphql/object-finders.js';
import { GraphqlModule } from './graphql.module.js';
import { Calls } from './handlers/handler-class.js';
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
import { GitModule } from './modules/git/git.module.js';
import { AuditChainModule } from './modules/hash-chain/audit-chain.module.js';
import { IdentityModule } from './modules/identity/identity.module.js';
import { IncidentModule } from './modules/incident/incident.module.js';
import { InterruptionModule } from './modules/interruption/interruption.module.js';
import { NodeModule } from './modules/node/node.module.js';
import { PodModule } from './modules/node/pod.module.js';
import { NodeClaimModule } from './modules/node-claim/node-claim.module.js';
import { NotificationModule } from './modules/notification/notification.module.js';
import { OperationModule } from './modules/operation/operation.module.js';
import { ProductModule } from './modules/product/product.module.js';
import { RateLimitModule } from './modules/rate-limit/rate-limit.module.js';
import { SchedulingModule } from './modules/scheduling/scheduling.module.js';
import { SearchModule } from './modules/search/search.module.js';
import { SimulationModule } from './modules/simulation/simulation.module.js';
import { TrustRuleModule } from './modules/trust-rule/trust-rule.module.js';
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
  provideQueries,
  RATE_LIMITS,
  VISIBLE,
  WARNINGS,
} from './parts.js';
import { visibleNow } from './request/visible-now.js';
import { AnswerInterceptor } from './rest/answer-interceptor.js';
import { ProblemDetailsFilter } from './rest/problem-details-filter.js';
import { RouteTable } from './rest/route-table.js';

/** Providers that every module may inject. */
const exported = [
  ENV,
  LOG,
  DATABASE,
  CLOCK,
  PORTS,
  FEED,
  METRICS,
  RATE_LIMITS,
  WARNINGS,
  AUDIT_SIGNER,
  VISIBLE,
  IdempotentRequests,
  LoaderFactory,
  ObjectFinders,
  TrustedDocuments,
  RouteTable,
  Calls,
  ClusterQueries,
] as const;

/** Provides what `compose.ts` opened to the modules of the API. */
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
        GitModule,
        IdentityModule,
        IncidentModule,
        InterruptionModule,
        NodeModule,
        NodeClaimModule,
        PodModule,
        NotificationModule,
        OperationModule,
        ProductModule,
        RateLimitModule,
        SchedulingModule,
        SearchModule,
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
        { provide: WARNINGS, useValue: new Set<string>() },
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
        Calls,
        ...provideQueries(ClusterQueries),
      ],
      exports: [...exported],
    };
  }
}
