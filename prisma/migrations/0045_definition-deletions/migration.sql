-- AlterTable
ALTER TABLE "node_pools" ADD COLUMN     "deletion_requested_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "node_classes" ADD COLUMN     "deletion_requested_at" TIMESTAMPTZ(3);
