-- AlterTable
ALTER TABLE "clusters" ADD COLUMN     "interruption_queue" TEXT;

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "achieved_saving_micro_usd_per_hour" BIGINT;

-- CreateTable
CREATE TABLE "cost_samples" (
    "cluster_id" TEXT NOT NULL,
    "resolution" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "node_pool" TEXT NOT NULL,
    "capacity_type" TEXT NOT NULL,
    "instance_family" TEXT NOT NULL,
    "cost_nano_usd" BIGINT NOT NULL,
    "node_ms" BIGINT NOT NULL,
    "unpriced_node_ms" BIGINT NOT NULL,

    CONSTRAINT "cost_samples_pkey" PRIMARY KEY ("cluster_id","resolution","at","node_pool","capacity_type","instance_family")
);

-- CreateTable
CREATE TABLE "cost_accounts" (
    "cluster_id" TEXT NOT NULL,
    "accounted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cost_accounts_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateTable
CREATE TABLE "interruptions" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "instance_id" TEXT NOT NULL,
    "node_claim_id" TEXT,
    "node_name" TEXT,
    "node_pool" TEXT,
    "instance_type" TEXT,
    "zone" TEXT,
    "capacity_type" TEXT,
    "action" TEXT NOT NULL,
    "decision_id" TEXT,
    "warned_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline" TIMESTAMPTZ(3),
    "pod_uids" TEXT[],
    "replacement_requested_at" TIMESTAMPTZ(3),
    "replacement_claim_ids" TEXT[],
    "drained_at" TIMESTAMPTZ(3),
    "kept_pods" TEXT[],
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "interruptions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cost_samples_at" ON "cost_samples"("resolution", "at");

-- CreateIndex
CREATE INDEX "interruptions_cluster" ON "interruptions"("cluster_id", "id");

-- CreateIndex
CREATE INDEX "interruptions_node_claim" ON "interruptions"("node_claim_id");

-- CreateIndex
CREATE UNIQUE INDEX "interruptions_event" ON "interruptions"("cluster_id", "event_id", "instance_id");

-- CreateIndex
CREATE INDEX "decision_events_at" ON "decision_events"("at");

-- AddForeignKey
ALTER TABLE "cost_samples" ADD CONSTRAINT "cost_samples_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cost_accounts" ADD CONSTRAINT "cost_accounts_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "interruptions" ADD CONSTRAINT "interruptions_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
