-- AlterTable
ALTER TABLE "clusters" ADD COLUMN     "hold" JSONB;
