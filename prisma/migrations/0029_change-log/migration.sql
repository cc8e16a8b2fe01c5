-- CreateTable
CREATE TABLE "change_log" (
    "seq" BIGSERIAL NOT NULL,
    "xact" BIGINT NOT NULL,
    "topic" TEXT NOT NULL,
    "cluster_id" TEXT,
    "object_id" TEXT,
    "version" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_log_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE INDEX "change_log_order" ON "change_log"("xact", "seq");

-- Whoever knows a later position has missed nothing.
INSERT INTO "change_log" ("xact", "topic", "version") VALUES (pg_current_xact_id()::text::bigint, 'start', 0);
