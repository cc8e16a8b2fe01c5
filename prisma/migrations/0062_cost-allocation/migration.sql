-- AlterTable
ALTER TABLE "cost_samples" DROP CONSTRAINT "cost_samples_pkey",
ADD COLUMN     "instance_type" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "cost_samples_pkey" PRIMARY KEY ("cluster_id", "resolution", "at", "node_pool", "capacity_type", "instance_family", "instance_type");

-- AlterTable
ALTER TABLE "node_rows" ADD COLUMN     "on_demand_micro_usd_per_hour" BIGINT;

-- AlterTable
ALTER TABLE "pod_rows" ADD COLUMN     "labels" JSONB;
