-- AlterTable
ALTER TABLE "findings" ADD COLUMN     "remedy" TEXT;

-- CreateTable
CREATE TABLE "operation_failures" (
    "cluster_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "object_kind" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "object_name" TEXT NOT NULL,
    "error_code" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "remedy" TEXT,
    "attempts" INTEGER NOT NULL,
    "first_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operation_failures_pkey" PRIMARY KEY ("cluster_id","operation","object_kind","object_id")
);

-- AddForeignKey
ALTER TABLE "operation_failures" ADD CONSTRAINT "operation_failures_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
