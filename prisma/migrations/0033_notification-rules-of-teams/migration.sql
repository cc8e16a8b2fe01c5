-- AlterTable
ALTER TABLE "notification_rules" ADD COLUMN     "team_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];
