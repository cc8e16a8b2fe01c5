-- CreateTable
CREATE TABLE "alert_thresholds" (
    "scope_key" TEXT NOT NULL,
    "scope_kind" TEXT NOT NULL,
    "team_id" TEXT,
    "nodes" INTEGER NOT NULL,
    "spend_micro_usd" BIGINT NOT NULL,
    "changes_per_minute" INTEGER NOT NULL,
    "active_alerts" TEXT[],
    "version" INTEGER NOT NULL,

    CONSTRAINT "alert_thresholds_pkey" PRIMARY KEY ("scope_key")
);

-- CreateIndex
CREATE INDEX "alert_thresholds_team" ON "alert_thresholds"("team_id");

-- AddForeignKey
ALTER TABLE "alert_thresholds" ADD CONSTRAINT "alert_thresholds_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
