-- AlterTable
ALTER TABLE "outbox" ALTER COLUMN "cluster_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "notification_events" (
    "id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "cluster_id" TEXT,
    "cluster_name" TEXT,
    "node_pools" TEXT[],
    "body" JSONB NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "routed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_channels" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "address" JSONB NOT NULL,
    "sealed_secrets" JSONB NOT NULL,
    "digest_minutes" INTEGER NOT NULL,
    "muted_until" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "notification_channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_rules" (
    "id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "event_kinds" TEXT[],
    "least_severity" TEXT NOT NULL,
    "cluster_ids" TEXT[],
    "node_pools" TEXT[],
    "is_enabled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "notification_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_deliveries" (
    "id" TEXT NOT NULL,
    "channel_id" TEXT NOT NULL,
    "event_ids" TEXT[],
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "collects_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "redelivery_of" TEXT,
    "requested_by" TEXT,
    "version" INTEGER NOT NULL,

    CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_attempts" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "status" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "response" TEXT NOT NULL,

    CONSTRAINT "notification_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "chat_identities" (
    "provider" TEXT NOT NULL,
    "workspace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_identities_pkey" PRIMARY KEY ("provider","workspace_id","person_id")
);

-- CreateTable
CREATE TABLE "chat_codes" (
    "digest" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_codes_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "notification_events_sequence" ON "notification_events"("sequence");

-- CreateIndex
CREATE INDEX "notification_events_recorded" ON "notification_events"("recorded_at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_channels_name" ON "notification_channels"("name");

-- CreateIndex
CREATE INDEX "notification_rules_channel" ON "notification_rules"("channel_id");

-- CreateIndex
CREATE INDEX "notification_deliveries_channel" ON "notification_deliveries"("channel_id", "id");

-- CreateIndex
CREATE INDEX "notification_deliveries_due" ON "notification_deliveries"("next_attempt_at");

-- CreateIndex
CREATE INDEX "notification_deliveries_created" ON "notification_deliveries"("created_at");

-- CreateIndex
CREATE INDEX "chat_identities_user" ON "chat_identities"("user_id");

-- AddForeignKey
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_attempts" ADD CONSTRAINT "notification_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "notification_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_identities" ADD CONSTRAINT "chat_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_codes" ADD CONSTRAINT "chat_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
