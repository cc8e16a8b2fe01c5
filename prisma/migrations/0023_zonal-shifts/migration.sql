-- AlterTable
ALTER TABLE "clusters" ADD COLUMN     "zonal_shifts" JSONB;
