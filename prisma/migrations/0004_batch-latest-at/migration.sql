-- AlterTable
ALTER TABLE "scheduling_batches" ADD COLUMN     "latest_at" TIMESTAMPTZ(3);
UPDATE "scheduling_batches" SET "latest_at" = "due_at";
ALTER TABLE "scheduling_batches" ALTER COLUMN "latest_at" SET NOT NULL;
