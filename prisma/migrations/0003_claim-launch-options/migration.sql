-- AlterTable
ALTER TABLE "node_claims" ADD COLUMN     "launch_options" JSONB;

-- What claims may be launched as moves out of their plans.
UPDATE "node_claims"
SET "launch_options" = CASE
      WHEN "decision_id" IS NULL THEN NULL
      ELSE jsonb_build_object('instanceTypes', "plan"->'instanceTypes', 'requirements', "plan"->'requirements')
    END,
    "plan" = "plan" - 'instanceTypes' - 'requirements' - 'rejectedInstanceTypes';
