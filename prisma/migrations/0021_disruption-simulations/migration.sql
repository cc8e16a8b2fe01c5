-- CreateTable
CREATE TABLE "disruption_simulations" (
    "id" TEXT NOT NULL,
    "cluster_id" TEXT NOT NULL,
    "node_names" TEXT[],
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "answer_by" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "result" JSONB,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "disruption_simulations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "disruption_simulations_cluster" ON "disruption_simulations"("cluster_id", "requested_at");

-- AddForeignKey
ALTER TABLE "disruption_simulations" ADD CONSTRAINT "disruption_simulations_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
