-- CreateTable
CREATE TABLE "cost_reports" (
    "cluster_id" TEXT NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "cost_reports_pkey" PRIMARY KEY ("cluster_id")
);

-- AddForeignKey
ALTER TABLE "cost_reports" ADD CONSTRAINT "cost_reports_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
