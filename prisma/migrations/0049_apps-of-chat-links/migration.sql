-- Links from before have no app and find nobody: their people link again.
-- AlterTable
ALTER TABLE "chat_identities" DROP CONSTRAINT "chat_identities_pkey",
ADD COLUMN     "app" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "chat_identities_pkey" PRIMARY KEY ("provider", "workspace_id", "person_id", "app");
