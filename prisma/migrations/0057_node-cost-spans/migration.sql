-- AlterTable
ALTER TABLE "cost_accounts" ADD COLUMN     "spans_from" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "node_cost_spans" (
    "cluster_id" TEXT NOT NULL,
    "node_uid" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "node_name" TEXT NOT NULL,
    "provider_id" TEXT,
    "node_pool" TEXT NOT NULL,
    "instance_type" TEXT NOT NULL,
    "capacity_type" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "price_micro_usd_per_hour" BIGINT,

    CONSTRAINT "node_cost_spans_pkey" PRIMARY KEY ("cluster_id","node_uid","started_at")
);

-- CreateTable
CREATE TABLE "cost_gaps" (
    "cluster_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cost_gaps_pkey" PRIMARY KEY ("cluster_id","started_at")
);

-- CreateIndex
CREATE INDEX "node_cost_spans_cluster_ended" ON "node_cost_spans"("cluster_id", "ended_at");

-- CreateIndex
CREATE INDEX "node_cost_spans_cluster_provider" ON "node_cost_spans"("cluster_id", "provider_id");

-- AddForeignKey
ALTER TABLE "node_cost_spans" ADD CONSTRAINT "node_cost_spans_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cost_gaps" ADD CONSTRAINT "cost_gaps_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The nodes of a time, whenever it was: packages/db/src/queries/cost-change.ts asks for two of them.
CREATE INDEX "node_cost_spans_period" ON "node_cost_spans" USING gist (tstzrange("started_at", "ended_at"));

-- The decision that removed a NodeClaim. Decisions that launch name theirs in "node_claims"."decision_id".
CREATE INDEX "decisions_removed_claims" ON "decisions" USING gin ("node_claim_ids") WHERE "kind" <> 'Provision';
