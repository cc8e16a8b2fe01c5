-- CreateTable
CREATE TABLE "node_overlay_rows" (
    "cluster_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "spec" JSONB,
    "state" JSONB NOT NULL,

    CONSTRAINT "node_overlay_rows_pkey" PRIMARY KEY ("cluster_id","name")
);

-- AddForeignKey
ALTER TABLE "node_overlay_rows" ADD CONSTRAINT "node_overlay_rows_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
