-- AlterTable
ALTER TABLE "pod_rows" ADD COLUMN     "deployment" TEXT;

-- CreateIndex
CREATE INDEX "node_claims_name" ON "node_claims"("name" text_pattern_ops);

-- CreateIndex
CREATE INDEX "pod_rows_name" ON "pod_rows"("name" text_pattern_ops);

-- The ID of the instance, which ends a provider ID: aws:///<zone>/<instance ID>.
CREATE INDEX "node_claims_instance" ON "node_claims"(split_part("provider_id", '/', 5) text_pattern_ops);

-- The pods that a decision moves, as namespace/name, and their owners, as namespace/kind/name: of a command from
-- the facts of its approval, of a removal from its pods. A Deployment is an owner beside its ReplicaSets.
CREATE FUNCTION "moved_by_decision"("body" jsonb, "approval" jsonb) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
  WITH moves AS (
    SELECT jsonb_path_query(body, 'strict $.command.moves[*]', silent => true) AS move
    UNION ALL
    SELECT jsonb_path_query(body, 'strict $.pods[*]', silent => true)
  ), facts AS (
    SELECT fact, approval #>> ARRAY['facts', 'labelSets', fact ->> 'labelSet', 'pod-template-hash'] AS hash
    FROM jsonb_path_query(approval, 'strict $.facts.pods[*]', silent => true) AS fact
  ), named AS (
    SELECT move ->> 'pod' AS name FROM moves
    UNION
    SELECT split_part(move ->> 'pod', '/', 1) || '/' || (move ->> 'owner') FROM moves
    UNION
    SELECT split_part(fact ->> 'pod', '/', 1) || '/' || (fact ->> 'owner') FROM facts WHERE fact ->> 'owner' <> ''
    UNION
    SELECT split_part(fact ->> 'pod', '/', 1) || '/Deployment/' ||
        left(substr(fact ->> 'owner', length('ReplicaSet/') + 1), -length(hash) - 1)
      FROM facts WHERE fact ->> 'owner' LIKE 'ReplicaSet/%' AND right(fact ->> 'owner', length(hash) + 1) = '-' || hash
  )
  SELECT coalesce(array_agg(name), '{}') FROM named WHERE name IS NOT NULL
$$;

CREATE INDEX "decisions_moved" ON "decisions" USING gin (moved_by_decision("body", "approval"));
