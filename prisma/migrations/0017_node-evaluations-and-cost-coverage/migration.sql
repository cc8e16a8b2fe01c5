-- AlterTable
ALTER TABLE "cost_accounts" ADD COLUMN     "accounted_from" TIMESTAMPTZ(3);

-- The begin of the first sample: of the finest resolution that still has the account's beginning.
UPDATE "cost_accounts" a SET "accounted_from" = least(a."accounted_until", coalesce((
  SELECT CASE
    WHEN s.minute < s.hour + interval '1 hour' THEN s.minute
    WHEN s.hour < s.day + interval '1 day' THEN s.hour
    ELSE s.day
  END
  FROM (
    SELECT min(at) FILTER (WHERE resolution = 'minute') AS minute,
      min(at) FILTER (WHERE resolution = 'hour') AS hour,
      min(at) FILTER (WHERE resolution = 'day') AS day
    FROM "cost_samples" WHERE "cluster_id" = a."cluster_id"
  ) AS s
), a."accounted_until"));

ALTER TABLE "cost_accounts" ALTER COLUMN "accounted_from" SET NOT NULL;

-- AlterTable
ALTER TABLE "node_rows" ADD COLUMN     "blockers_evaluated_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "interruptions_cluster_received" ON "interruptions"("cluster_id", "received_at");

-- CreateIndex
CREATE INDEX "node_claims_cluster_terminated" ON "node_claims"("cluster_id", "terminated_at");
