export { type ChangeFeed, openChangeFeed } from './change-feed.js';
export { type Database, type DatabaseOptions, openDatabase, withDatabaseErrors } from './client.js';
export { explainConnection } from './explain-connection.js';
export { openFreshDatabase } from './fresh-database.js';
export { partSchemas } from './json/generated/stored-schemas.js';

export { migrate } from './migrations/migrate.js';
export { createPrismaStore } from './prisma-store.js';
export { ApprovalPolicyQueries } from './queries/approval-policies.js';
export type { ClusterAttentionFacts } from './queries/attention-facts.js';
export { type AuditFilter, AuditQueries } from './queries/audit-entries.js';
export { type ChangeLogFilter, ChangeLogQueries } from './queries/change-log.js';
export {
  type ClusterFilter,
  type ClusterOrder,
  type ClusterPlace,
  ClusterQueries,
  type ClusterSummary,
} from './queries/clusters.js';
export { type CostNow, CostQueries, type CostShare, type SpotSaving } from './queries/cost.js';
export {
  type CostAllocation,
  type CostAllocationDimension,
  type CostAllocationRequest,
  type CostAllocationShare,
  type CostGroupDimension,
  costAllocationDimensions,
  costShareKinds,
} from './queries/cost-allocation.js';
export type {
  ClusterCostGap,
  CostChangeRecords,
  CostRate,
  CostSpanCoverage,
} from './queries/cost-change.js';
export type { CostMetricQueries } from './queries/cost-metrics.js';
export type { ClusterCostReport } from './queries/cost-reports.js';
export {
  type CostCoverage,
  type CostDimension,
  type CostFilter,
  type CostMonth,
  type CostPoint,
  type CostSeriesRequest,
  costDimensions,
  type SavingsRequest,
  type SavingsShare,
} from './queries/cost-series.js';
export {
  type DecisionFilter,
  type DecisionOrder,
  type DecisionOrderField,
  type DecisionOutcome,
  DecisionQueries,
  type DecisionSummary,
  type DecisionWindow,
  decisionOrderFields,
  type ReviewingPerson,
} from './queries/decisions.js';
export {
  type BudgetedNodePool,
  type BudgetedNodePoolFilter,
  type BudgetStatusOfPool,
  type DefinitionFilter,
  DefinitionQueries,
  type NodeClassRecord,
  type NodePoolMoment,
  type NodePoolNodes,
  type NodePoolRecord,
  type NodePoolThen,
  type RecordedRevision,
} from './queries/definitions.js';
export type { FieldRequirement } from './queries/field-requirements.js';
export {
  type FleetEvent,
  FleetEventQueries,
  type FleetEventRequest,
} from './queries/fleet-events.js';
export {
  type FoundObject,
  type SearchKind,
  type SearchMatch,
  searchKinds,
  searchMatches,
} from './queries/found-object.js';
export { type IncidentFilter, IncidentQueries, type IncidentSummary } from './queries/incidents.js';
export {
  type InterruptionFilter,
  type InterruptionOrder,
  InterruptionQueries,
  type InterruptionSummary,
  interruptionOrderFields,
} from './queries/interruptions.js';
export type { ListOrder, Page, PageRequest } from './queries/keyset.js';
export { MigrationQueries } from './queries/migrations.js';
export {
  type NodeClaimField,
  type NodeClaimFilter,
  type NodeClaimOrder,
  NodeClaimQueries,
  type NodeClaimSummary,
  nodeClaimOrderFields,
} from './queries/node-claims.js';
export {
  type LabelRequirement,
  type NodeDetails,
  type NodeField,
  type NodeFilter,
  type NodeKey,
  type NodeOrder,
  NodeQueries,
  type NodeSummary,
  type NodeTotals,
  nodeOrderFields,
} from './queries/nodes.js';
export {
  type DeliveredEvent,
  type DeliveryFilter,
  NotificationDeliveryQueries,
  type RecordedDelivery,
} from './queries/notification-deliveries.js';
export type { ClaimFailure, DecisionProgressRow } from './queries/operation-failures.js';
export {
  groupOfPending,
  type PendingPod,
  type PendingPodField,
  type PendingPodGroup,
  type PendingPodGroupKey,
  type PodFilter,
  PodQueries,
  type PodSummary,
  type PodTotals,
} from './queries/pods.js';
export { createReadQueries, type ReadQueries } from './queries/read-queries.js';
export {
  type IdempotentRequest,
  type IdempotentWork,
  runIdempotently,
} from './queries/run-idempotently.js';
export { SearchQueries } from './queries/search.js';
export type { SpotPoolFilter, SpotPoolRow } from './queries/spot-pools.js';
export {
  type CostTrendPoint,
  type FigurePoint,
  type FiguresAt,
  savingHoldsMs,
  type TrendRequest,
} from './queries/trend.js';
export type { UnusedAnticipation } from './queries/unused-anticipation.js';
export { everythingVisible, type VisibleScope } from './queries/visible.js';
export { createAuditChain } from './stores/audit-chain.js';
export { createAuditExportLog } from './stores/audit-export-log.js';
export { drainOutbox, type PendingOutboxEntry } from './stores/outbox.store.js';
export type { NodePoolKey } from './stores/row-keys.js';
export type { RecordedAuditEntry } from './tables/audit-entries.js';
