-- CreateTable
CREATE TABLE "live_workers" (
    "id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_workers_pkey" PRIMARY KEY ("id")
);
