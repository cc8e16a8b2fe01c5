-- AlterTable
ALTER TABLE "cluster_leases" ADD COLUMN     "exceeded_mib" INTEGER,
ADD COLUMN     "exceeded_objects" INTEGER;
