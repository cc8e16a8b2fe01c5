-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "creator_id" TEXT;

-- CreateTable
CREATE TABLE "known_devices" (
    "digest" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "api_tokens_creator" ON "api_tokens"("creator_id");

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: the audit log knows who created the tokens that there are.
UPDATE "api_tokens" SET "creator_id" = "audit_entries"."actor_id"
FROM "audit_entries"
WHERE "audit_entries"."action" = 'api-token.create' AND "audit_entries"."object_id" = "api_tokens"."id";
