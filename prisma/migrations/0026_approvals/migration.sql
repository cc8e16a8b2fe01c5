-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "approval" JSONB;

-- CreateTable
CREATE TABLE "approval_policy_versions" (
    "version" INTEGER NOT NULL,
    "rules" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_by" JSONB NOT NULL,
    "comment" TEXT,
    "restored_from" INTEGER,

    CONSTRAINT "approval_policy_versions_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "decision_reviews" (
    "id" BIGSERIAL NOT NULL,
    "decision_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "verdict" TEXT NOT NULL,
    "reviewed_by" JSONB NOT NULL,
    "person_id" TEXT NOT NULL,
    "plan_digest" TEXT NOT NULL,
    "maintenance_window" JSONB,
    "comment" TEXT,

    CONSTRAINT "decision_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "decision_reviews_decision" ON "decision_reviews"("decision_id", "id");

-- CreateIndex
CREATE INDEX "decisions_proposed_at" ON "decisions"("proposed_at");

-- AddForeignKey
ALTER TABLE "decision_reviews" ADD CONSTRAINT "decision_reviews_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
