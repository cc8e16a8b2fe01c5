-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "rejected_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "node_claims" ADD COLUMN     "drift" JSONB;

-- CreateIndex
CREATE INDEX "decisions_cluster_rejected_until" ON "decisions"("cluster_id", "rejected_until");
