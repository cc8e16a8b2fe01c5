-- CreateTable
CREATE TABLE "pauses" (
    "id" TEXT NOT NULL,
    "scope_kind" TEXT NOT NULL,
    "team_id" TEXT,
    "cluster_id" TEXT,
    "node_pool" TEXT,
    "stops" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "set_by" TEXT NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "evidence" JSONB,
    "released_at" TIMESTAMPTZ(3),
    "released_by" TEXT,
    "version" INTEGER NOT NULL,

    CONSTRAINT "pauses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "spend_limits" (
    "id" TEXT NOT NULL,
    "scope_key" TEXT NOT NULL,
    "scope_kind" TEXT NOT NULL,
    "team_id" TEXT,
    "cluster_id" TEXT,
    "node_pool" TEXT,
    "hourly_micro_usd" BIGINT,
    "monthly_micro_usd" BIGINT,
    "blocks_launches" BOOLEAN NOT NULL,
    "reached_month" TEXT,
    "reached_percent" INTEGER NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "spend_limits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "brake_settings" (
    "cluster_id" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "active_alerts" TEXT[],
    "version" INTEGER NOT NULL,

    CONSTRAINT "brake_settings_pkey" PRIMARY KEY ("cluster_id")
);

-- CreateIndex
CREATE INDEX "pauses_released" ON "pauses"("released_at", "cluster_id");

-- CreateIndex
CREATE UNIQUE INDEX "spend_limits_scope_key_key" ON "spend_limits"("scope_key");

-- CreateIndex
CREATE INDEX "node_claims_cluster_requested" ON "node_claims"("cluster_id", "requested_at");

-- AddForeignKey
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "spend_limits" ADD CONSTRAINT "spend_limits_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "brake_settings" ADD CONSTRAINT "brake_settings_cluster_id_fkey" FOREIGN KEY ("cluster_id") REFERENCES "clusters"("id") ON DELETE CASCADE ON UPDATE CASCADE;
