-- CreateTable
CREATE TABLE "capacity_buffers" (
    "cluster_id" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "look" JSONB NOT NULL,
    "standing" JSONB,

    CONSTRAINT "capacity_buffers_pkey" PRIMARY KEY ("cluster_id","namespace","name")
);

-- AddForeignKey
ALTER TABLE "capacity_buffers" ADD CONSTRAINT "capacity_buffers_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
