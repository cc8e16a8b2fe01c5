-- Limits and pauses of teams that were deleted before hold nothing and cannot be seen by their scope.
DELETE FROM "spend_limits"
WHERE "scope_kind" = 'Team' AND "team_id" NOT IN (SELECT "id" FROM "teams");
UPDATE "pauses" SET "released_at" = now(), "released_by" = 'kerf', "version" = "version" + 1
WHERE "scope_kind" = 'Team' AND "released_at" IS NULL AND "team_id" NOT IN (SELECT "id" FROM "teams");

-- CreateIndex
CREATE INDEX "spend_limits_team" ON "spend_limits"("team_id");

-- AddForeignKey
ALTER TABLE "spend_limits" ADD CONSTRAINT "spend_limits_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
