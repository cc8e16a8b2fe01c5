-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "disruption_cost" DOUBLE PRECISION,
ADD COLUMN     "saving_gap_ratio" DOUBLE PRECISION,
ADD COLUMN     "savings_ratio_micro_usd_per_hour" BIGINT;

-- CreateTable
CREATE TABLE "saving_proofs" (
    "decision_id" TEXT NOT NULL,
    "proof" JSONB NOT NULL,

    CONSTRAINT "saving_proofs_pkey" PRIMARY KEY ("decision_id")
);

-- AddForeignKey
ALTER TABLE "saving_proofs" ADD CONSTRAINT "saving_proofs_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Decisions with a bound from before its gap was a column.
UPDATE "decisions" SET "saving_gap_ratio" = ("body" #>> '{command,bound,gapRatio}')::double precision
WHERE "body" #>> '{command,bound,gapRatio}' IS NOT NULL;
