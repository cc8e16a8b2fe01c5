-- AlterTable
ALTER TABLE "node_claims" ADD COLUMN     "expire_after" TEXT,
ADD COLUMN     "termination_grace_period" TEXT;

-- Claims had the terms of their object, or those that their NodePool has now.
UPDATE "node_claims" SET
  "expire_after" = "standalone"->>'expireAfter',
  "termination_grace_period" = "standalone"->>'terminationGracePeriod'
WHERE "standalone" IS NOT NULL;
UPDATE "node_claims" AS c SET
  "expire_after" = p."spec"#>>'{template,spec,expireAfter}',
  "termination_grace_period" = p."spec"#>>'{template,spec,terminationGracePeriod}'
FROM "node_pools" AS p
WHERE c."standalone" IS NULL AND p."cluster_id" = c."cluster_id" AND p."name" = c."node_pool";
UPDATE "node_claims" SET "expire_after" = 'Never' WHERE "expire_after" IS NULL;
ALTER TABLE "node_claims" ALTER COLUMN "expire_after" SET NOT NULL;
