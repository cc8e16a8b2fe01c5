-- CreateTable
CREATE TABLE "audit_export" (
    "id" INTEGER NOT NULL,
    "target" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "exported_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL,
    "failed_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "audit_export_pkey" PRIMARY KEY ("id")
);
