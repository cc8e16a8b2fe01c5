-- AlterTable
ALTER TABLE "cluster_leases" ADD COLUMN     "acquired_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch',
ADD COLUMN     "deaths" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "found" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "retry_at" TIMESTAMPTZ(3),
ADD COLUMN     "trial_until" TIMESTAMPTZ(3);
