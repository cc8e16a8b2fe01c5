import { z } from 'zod';
import { type FormatOptions, type RecordFormat, recordFormat } from './format.js';
import { storedSchemas } from './generated/stored-schemas.js';
import type { StoredTypes } from './stored-types.js';
import { upgradeChecks, upgradeDecisionBody, upgradeDecisionEvent } from './upgrades.js';

// One format for each Json column; their types are in stored-types.ts.

/** Lists and maps. */
const asValue = { layout: 'value' } as const;

export const approvalRules = format('approval_policy_versions.rules', asValue);
export const savedBy = format('approval_policy_versions.saved_by');
export const brakeSettings = format('brake_settings.settings');
export const budgetStatus = format('budget_statuses.status');
export const bufferOutcome = format('capacity_buffers.outcome');
export const bufferResolution = format('capacity_buffers.resolution');
export const registrationChecks = format('clusters.checks', {
  ...asValue,
  upgrades: [upgradeChecks],
});
export const clusterFacts = format('clusters.facts');
export const clusterHold = format('clusters.hold');
export const clusterSettings = format('clusters.settings');
export const zonalShifts = format('clusters.zonal_shifts', asValue);
export const costReport = format('cost_reports.report');
export const decisionEventData = format('decision_events.data', {
  upgrades: [upgradeDecisionEvent],
});
export const maintenanceWindow = format('decision_reviews.maintenance_window');
export const reviewedBy = format('decision_reviews.reviewed_by');
export const decisionApproval = format('decisions.approval');
export const decisionBody = format('decisions.body', { upgrades: [upgradeDecisionBody] });
export const approvalVerdict = format('decisions.verdict');
export const revisionFindings = format('definition_revisions.findings', asValue);
export const revisionSpec = format('definition_revisions.spec');
export const deviceTerms = format('device_authorizations.terms');
export const simulationResult = format('disruption_simulations.result');
export const claimDrift = format('node_claims.drift');
export const launchFailure = format('node_claims.failure');
export const launchedInstance = format('node_claims.instance');
export const launchOptions = format('node_claims.launch_options');
export const claimPlan = format('node_claims.plan');
export const claimReboot = format('node_claims.reboot');
export const standaloneObject = format('node_claims.standalone');
export const claimTermination = format('node_claims.termination');
export const nodeClassResolution = format('node_classes.resolution');
export const nodeClassSpec = format('node_classes.spec');
export const overlaySpec = format('node_overlay_rows.spec');
export const overlayState = format('node_overlay_rows.state');
export const nodePoolSpec = format('node_pools.spec');
export const limitingBudget = format('node_pools.spec.disruption.budgets');
export const nodeBlockers = format('node_rows.blockers', asValue);
export const nodeAmounts = format('node_rows.capacity, allocatable, requested', asValue);
export const nodeLabels = format('node_rows.labels', asValue);
export const nodeTaints = format('node_rows.taints', asValue);
export const channelAddress = format('notification_channels.address');
export const sealedSecrets = format('notification_channels.sealed_secrets', asValue);
export const notificationBody = format('notification_events.body');
export const outboxMessage = format('outbox.message');
export const pauseEvidence = format('pauses.evidence');
export const podLabels = format('pod_rows.labels', asValue);
export const podRequests = format('pod_rows.requests', asValue);
export const podVerdict = format('pod_verdicts.verdict');
export const instanceTypes = format('region_catalogs.instance_types', asValue);
export const spotPrices = format('region_catalogs.spot_prices', asValue);
export const savingProof = format('saving_proofs.proof');
export const batchOutcome = format('scheduling_batches.outcome');
export const claimConditions = format('trust_rules.conditions', asValue);
export const trustRuleScope = format('trust_rules.scope', asValue);

/** A revision of a NodePool. */
export const nodePoolRevisionSpec = recordFormat({
  column: 'definition_revisions.spec',
  schema: storedSchemas['node_pools.spec'],
});

/** The state before or after an audited change; any JSON. */
export const auditedValue = anyJson('audit_entries.before, after');

/** An API response; a repeated request reads it with its own schema. */
export const idempotentAnswer = anyJson('idempotency_records.answer');

function format<Column extends keyof StoredTypes>(
  column: Column,
  options: Pick<FormatOptions<StoredTypes[Column]>, 'layout' | 'upgrades'> = {},
): RecordFormat<StoredTypes[Column]> {
  return recordFormat({ column, schema: storedSchemas[column], ...options });
}

function anyJson(column: string): RecordFormat<unknown> {
  return recordFormat({ column, schema: z.json(), layout: 'value' });
}
