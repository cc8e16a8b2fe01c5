-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "object_name" TEXT NOT NULL,
    "cluster_id" TEXT,
    "cluster_name" TEXT,
    "outcome" TEXT NOT NULL,
    "comment" TEXT,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "region_catalogs" (
    "account_id" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3),
    "instance_types" JSONB,
    "spot_fetched_at" TIMESTAMPTZ(3),
    "spot_prices" JSONB,

    CONSTRAINT "region_catalogs_pkey" PRIMARY KEY ("account_id","region")
);

-- CreateTable
CREATE TABLE "unavailable_offerings" (
    "cluster_id" TEXT NOT NULL,
    "instance_type" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "capacity_type" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unavailable_offerings_pkey" PRIMARY KEY ("cluster_id","instance_type","zone","capacity_type")
);

-- CreateTable
CREATE TABLE "clusters" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "endpoint" TEXT,
    "certificate_authority" TEXT,
    "endpoint_is_given" BOOLEAN NOT NULL,
    "role_arn" TEXT NOT NULL,
    "external_id" TEXT,
    "facts" JSONB,
    "mode" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "connection_state" TEXT NOT NULL,
    "connection_problem" TEXT,
    "synced_at" TIMESTAMPTZ(3),
    "connection_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "checks" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "clusters_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster_leases" (
    "cluster_id" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cluster_leases_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateTable
CREATE TABLE "findings" (
    "cluster_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "findings_pkey" PRIMARY KEY ("cluster_id","code","object")
);

-- CreateTable
CREATE TABLE "decisions" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "verdict" JSONB NOT NULL,
    "engine_version" TEXT NOT NULL,
    "snapshot_digest" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "node_pools" TEXT[],
    "node_claim_ids" TEXT[],
    "node_count" INTEGER NOT NULL,
    "pod_count" INTEGER NOT NULL,
    "cost_change_micro_usd_per_hour" BIGINT,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,
    "comment" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "execution_step" TEXT NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "decision_events" (
    "id" BIGSERIAL NOT NULL,
    "decision_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "decision_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_pools" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "spec" JSONB NOT NULL,
    "drift_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "node_pools_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_classes" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "spec" JSONB NOT NULL,
    "drift_hash" TEXT NOT NULL,
    "resolution" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "node_classes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "definition_revisions" (
    "definition_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "spec" JSONB NOT NULL,
    "findings" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_by" TEXT NOT NULL,

    CONSTRAINT "definition_revisions_pkey" PRIMARY KEY ("definition_id","revision")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "digest" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "key" TEXT NOT NULL,
    "request_digest" TEXT NOT NULL,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "node_claims" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "node_pool" TEXT NOT NULL,
    "node_class" TEXT NOT NULL,
    "node_pool_hash" TEXT NOT NULL,
    "node_class_hash" TEXT NOT NULL,
    "decision_id" TEXT,
    "state" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "instance" JSONB,
    "provider_id" TEXT,
    "node_name" TEXT,
    "failure" JSONB,
    "termination" JSONB,
    "last_pod_event_at" TIMESTAMPTZ(3),
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "launched_at" TIMESTAMPTZ(3),
    "registered_at" TIMESTAMPTZ(3),
    "initialized_at" TIMESTAMPTZ(3),
    "terminated_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL,

    CONSTRAINT "node_claims_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "deliver_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "node_rows" (
    "cluster_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider_id" TEXT,
    "node_pool" TEXT,
    "node_claim_id" TEXT,
    "instance_type" TEXT,
    "zone" TEXT,
    "capacity_type" TEXT,
    "arch" TEXT,
    "price_micro_usd_per_hour" BIGINT,
    "labels" JSONB NOT NULL,
    "taints" JSONB NOT NULL,
    "capacity" JSONB NOT NULL,
    "allocatable" JSONB NOT NULL,
    "requested" JSONB NOT NULL,
    "cpu_allocatable_milli" BIGINT NOT NULL,
    "cpu_requested_milli" BIGINT NOT NULL,
    "memory_allocatable_bytes" BIGINT NOT NULL,
    "memory_requested_bytes" BIGINT NOT NULL,
    "pod_count" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "blockers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "node_rows_pkey" PRIMARY KEY ("cluster_id","name")
);

-- CreateTable
CREATE TABLE "pod_rows" (
    "cluster_id" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "owner_kind" TEXT NOT NULL,
    "owner_name" TEXT NOT NULL,
    "node_name" TEXT,
    "phase" TEXT NOT NULL,
    "is_daemon" BOOLEAN NOT NULL,
    "requests" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "scheduler_message" TEXT,
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pod_rows_pkey" PRIMARY KEY ("cluster_id","uid")
);

-- CreateTable
CREATE TABLE "pod_verdicts" (
    "cluster_id" TEXT NOT NULL,
    "pod_uid" TEXT NOT NULL,
    "evaluated_at" TIMESTAMPTZ(3) NOT NULL,
    "batch_id" TEXT NOT NULL,
    "verdict" JSONB NOT NULL,

    CONSTRAINT "pod_verdicts_pkey" PRIMARY KEY ("cluster_id","pod_uid")
);

-- CreateTable
CREATE TABLE "budget_standings" (
    "cluster_id" TEXT NOT NULL,
    "node_pool" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "standing" JSONB NOT NULL,

    CONSTRAINT "budget_standings_pkey" PRIMARY KEY ("cluster_id","node_pool","reason")
);

-- CreateTable
CREATE TABLE "scheduling_batches" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "pod_count" INTEGER NOT NULL,
    "solving_since" TIMESTAMPTZ(3),
    "solved_at" TIMESTAMPTZ(3),
    "outcome" JSONB,
    "version" INTEGER NOT NULL,

    CONSTRAINT "scheduling_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scheduling_batch_pods" (
    "batch_id" TEXT NOT NULL,
    "pod_uid" TEXT NOT NULL,

    CONSTRAINT "scheduling_batch_pods_pkey" PRIMARY KEY ("batch_id","pod_uid")
);

-- CreateIndex
CREATE INDEX "audit_entries_cluster" ON "audit_entries"("cluster_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_action" ON "audit_entries"("action", "id");

-- CreateIndex
CREATE UNIQUE INDEX "clusters_name_key" ON "clusters"("name");

-- CreateIndex
CREATE INDEX "decisions_cluster_state" ON "decisions"("cluster_id", "state", "id");

-- CreateIndex
CREATE INDEX "decisions_cluster_id" ON "decisions"("cluster_id", "id");

-- CreateIndex
CREATE INDEX "decision_events_decision" ON "decision_events"("decision_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "node_pools_cluster_name" ON "node_pools"("cluster_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "node_classes_cluster_name" ON "node_classes"("cluster_id", "name");

-- CreateIndex
CREATE INDEX "definition_revisions_cluster" ON "definition_revisions"("cluster_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_name_key" ON "users"("name");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_digest_key" ON "sessions"("digest");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_digest_key" ON "api_tokens"("digest");

-- CreateIndex
CREATE INDEX "idempotency_records_created" ON "idempotency_records"("created_at");

-- CreateIndex
CREATE INDEX "node_claims_cluster_state" ON "node_claims"("cluster_id", "state", "id");

-- CreateIndex
CREATE INDEX "node_claims_cluster_node" ON "node_claims"("cluster_id", "node_name");

-- CreateIndex
CREATE INDEX "node_claims_decision" ON "node_claims"("decision_id");

-- CreateIndex
CREATE UNIQUE INDEX "node_claims_cluster_name" ON "node_claims"("cluster_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "node_claims_cluster_provider" ON "node_claims"("cluster_id", "provider_id");

-- CreateIndex
CREATE INDEX "outbox_order" ON "outbox"("id");

-- CreateIndex
CREATE INDEX "node_rows_cluster_pool" ON "node_rows"("cluster_id", "node_pool");

-- CreateIndex
CREATE INDEX "pod_rows_cluster_node" ON "pod_rows"("cluster_id", "node_name");

-- CreateIndex
CREATE INDEX "pod_rows_cluster_phase" ON "pod_rows"("cluster_id", "phase", "created_at");

-- CreateIndex
CREATE INDEX "scheduling_batches_cluster_opened" ON "scheduling_batches"("cluster_id", "opened_at");

-- AddForeignKey
ALTER TABLE "unavailable_offerings" ADD CONSTRAINT "unavailable_offerings_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cluster_leases" ADD CONSTRAINT "cluster_leases_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "findings" ADD CONSTRAINT "findings_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision_events" ADD CONSTRAINT "decision_events_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_pools" ADD CONSTRAINT "node_pools_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_classes" ADD CONSTRAINT "node_classes_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "definition_revisions" ADD CONSTRAINT "definition_revisions_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_claims" ADD CONSTRAINT "node_claims_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "node_rows" ADD CONSTRAINT "node_rows_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pod_rows" ADD CONSTRAINT "pod_rows_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pod_verdicts" ADD CONSTRAINT "pod_verdicts_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "budget_standings" ADD CONSTRAINT "budget_standings_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduling_batches" ADD CONSTRAINT "scheduling_batches_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scheduling_batch_pods" ADD CONSTRAINT "scheduling_batch_pods_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "scheduling_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.

-- A cluster has at most one open and one solving batch.
CREATE UNIQUE INDEX "scheduling_batches_one_open" ON "scheduling_batches"("cluster_id") WHERE "state" = 'Open';
CREATE UNIQUE INDEX "scheduling_batches_one_solving" ON "scheduling_batches"("cluster_id") WHERE "state" = 'Solving';

-- The audit log and decisions' histories only grow (a history goes with its decision).
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "decision_events_append_only" BEFORE UPDATE ON "decision_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
