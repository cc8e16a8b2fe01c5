-- AlterTable
ALTER TABLE "node_pools" ADD COLUMN     "object_generation" INTEGER;

-- AlterTable
ALTER TABLE "node_classes" ADD COLUMN     "object_generation" INTEGER;

-- CreateTable
CREATE TABLE "definition_refusals" (
    "cluster_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "generation" INTEGER,
    "extent" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "definition_refusals_pkey" PRIMARY KEY ("cluster_id","kind","name")
);

-- AddForeignKey
ALTER TABLE "definition_refusals" ADD CONSTRAINT "definition_refusals_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
