-- Standard terms: columns, tables and the words inside JSON columns. Old rows are rewritten, so that
-- nothing has to know the old words.

ALTER TABLE "interruptions" RENAME COLUMN "kept_pods" TO "lost_pods";

ALTER TABLE "capacity_buffers" RENAME COLUMN "look" TO "resolution";
ALTER TABLE "capacity_buffers" RENAME COLUMN "standing" TO "outcome";

ALTER TABLE "budget_standings" RENAME COLUMN "standing" TO "status";
ALTER TABLE "budget_standings" RENAME TO "budget_statuses";
ALTER TABLE "budget_statuses" RENAME CONSTRAINT "budget_standings_pkey" TO "budget_statuses_pkey";
ALTER TABLE "budget_statuses" RENAME CONSTRAINT "budget_standings_cluster_id_fkey" TO "budget_statuses_cluster_id_fkey";

-- Renames keys of a JSON text, and values of one key.
CREATE FUNCTION pg_temp.rename_keys(document jsonb, words jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  body text := document::text;
  word record;
BEGIN
  FOR word IN SELECT key, value FROM jsonb_each_text(words) LOOP
    body := replace(body, '"' || word.key || '":', '"' || word.value || '":');
  END LOOP;
  RETURN body::jsonb;
END $$;

CREATE FUNCTION pg_temp.rename_values(document jsonb, field text, words jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  body text := document::text;
  word record;
BEGIN
  FOR word IN SELECT key, value FROM jsonb_each_text(words) LOOP
    body := replace(body, '"' || field || '": "' || word.key || '"',
      '"' || field || '": "' || word.value || '"');
  END LOOP;
  RETURN body::jsonb;
END $$;

-- Reasons: `{"code": "…"}`.
CREATE FUNCTION pg_temp.rename_codes(document jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT pg_temp.rename_values(document, 'code', '{
    "LEAVING": "TERMINATING",
    "TURN_AWAITED": "NOT_EVALUATED_YET",
    "NO_LONGER_CONCERNED": "REASON_NO_LONGER_APPLIES",
    "PODS_WITHOUT_PLACE": "PODS_UNSCHEDULABLE",
    "SEVERAL_REPLACEMENTS": "MULTIPLE_REPLACEMENTS",
    "SEVERAL_PDBS": "MULTIPLE_PDBS",
    "HOLDS_BUFFER": "HOLDS_CAPACITY_BUFFER",
    "CONSOLIDATION_OFF": "CONSOLIDATION_DISABLED",
    "VOLUMES_APART": "VOLUMES_INCOMPATIBLE",
    "NETWORK_UNSUITABLE": "NETWORK_INCOMPATIBLE",
    "DEARER_THAN_CHOSEN": "MORE_EXPENSIVE_THAN_CHOSEN",
    "POD_REFUSED": "POD_INVALID",
    "RESOURCES_TOO_LARGE_TOGETHER": "RESOURCE_COMBINATION_TOO_LARGE",
    "NODE_POOL_MATCHES_NO_TYPE": "NO_MATCHING_INSTANCE_TYPE",
    "METADATA_NOT_KEPT": "METADATA_DROPPED",
    "HOP_LIMIT_KEPT": "HOP_LIMIT_SET"
  }')
$$;

UPDATE "budget_statuses"
SET "status" = pg_temp.rename_keys("status", '{"rulingBudget": "limitingBudget"}');

UPDATE "decisions" SET
  "verdict" = pg_temp.rename_values("verdict", 'kind', '{"ShowOnly": "ObserveOnly"}'),
  "body" = pg_temp.rename_codes(pg_temp.rename_keys("body", '{"rulingBudget": "limitingBudget"}'));

UPDATE "decisions" SET "body" = jsonb_set("body", '{result,cost}', pg_temp.rename_values(
  pg_temp.rename_keys("body" #> '{result,cost}', '{
    "ruleMicroUsdPerHour": "firstFitMicroUsdPerHour",
    "ruleNodes": "firstFitNodes",
    "madeBy": "method",
    "dearOfferingsMicroUsdPerHour": "offeringPremiumMicroUsdPerHour",
    "unusedRoomMicroUsdPerHour": "unusedCapacityMicroUsdPerHour",
    "dearPlacesMicroUsdPerHour": "placementPremiumMicroUsdPerHour",
    "worthMicroUsdPerHour": "dualValueMicroUsdPerHour",
    "worths": "dualPrices",
    "worth": "dualValue"
  }'), 'method', '{
    "Rule": "FirstFit",
    "EveryWay": "Exhaustive",
    "PriceAndFill": "Greedy",
    "NeighbourhoodSearch": "LargeNeighborhoodSearch"
  }'))
WHERE jsonb_typeof("body" #> '{result,cost}') = 'object';

UPDATE "decision_events" SET "data" = pg_temp.rename_codes("data");

UPDATE "node_claims"
SET "termination" = pg_temp.rename_keys("termination", '{"keptPods": "lostPods"}')
WHERE "termination" IS NOT NULL;
UPDATE "node_claims" SET
  "plan" = pg_temp.rename_codes("plan"),
  "failure" = pg_temp.rename_codes("failure");

UPDATE "node_rows" SET
  "state" = CASE "state" WHEN 'Leaving' THEN 'Terminating' ELSE "state" END,
  "blockers" = pg_temp.rename_codes("blockers");
UPDATE "pod_verdicts" SET "verdict" = pg_temp.rename_codes("verdict");
UPDATE "capacity_buffers" SET "outcome" = pg_temp.rename_codes("outcome") WHERE "outcome" IS NOT NULL;
UPDATE "definition_revisions" SET "findings" = pg_temp.rename_codes("findings");

UPDATE "outbox" SET "message" = pg_temp.rename_values("message", 'type', '{
  "node-claim.mirror": "node-claim.sync",
  "definition.mirror": "definition.sync",
  "provisioning.keep-static-pools": "provisioning.reconcile-static-pools",
  "provisioning.keep-standalone-claims": "provisioning.reconcile-standalone-claims"
}');
UPDATE "operation_failures" SET "operation" = CASE "operation"
  WHEN 'node-claim.mirror' THEN 'node-claim.sync'
  WHEN 'definition.mirror' THEN 'definition.sync'
  WHEN 'provisioning.keep-static-pools' THEN 'provisioning.reconcile-static-pools'
  WHEN 'provisioning.keep-standalone-claims' THEN 'provisioning.reconcile-standalone-claims'
  ELSE "operation"
END;
