-- AlterTable
ALTER TABLE "node_claims" ADD COLUMN     "reboot" JSONB;
