-- AlterTable
ALTER TABLE "trust_rules" ADD COLUMN     "creator_id" TEXT;
