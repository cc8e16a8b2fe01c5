-- Unlogged: a row is updated by each request, and after a crash of Postgres the counts may begin again.
-- Half-empty pages let an update stay in its page.
-- CreateTable
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);
