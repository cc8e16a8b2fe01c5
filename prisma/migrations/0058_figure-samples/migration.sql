-- AlterTable
ALTER TABLE "cost_accounts" ADD COLUMN     "pending_from" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "figure_samples" (
    "cluster_id" TEXT NOT NULL,
    "resolution" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "pending_pod_ms" BIGINT NOT NULL DEFAULT 0,
    "saving_micro_usd_per_hour" BIGINT NOT NULL DEFAULT 0,
    "reports" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "figure_samples_pkey" PRIMARY KEY ("cluster_id","resolution","at")
);

-- CreateIndex
CREATE INDEX "figure_samples_at" ON "figure_samples"("resolution", "at");

-- AddForeignKey
ALTER TABLE "figure_samples" ADD CONSTRAINT "figure_samples_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
