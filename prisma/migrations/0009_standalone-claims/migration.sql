-- DropIndex
DROP INDEX "node_claims_cluster_name";

-- AlterTable
ALTER TABLE "node_claims" ADD COLUMN     "object_uid" TEXT,
ADD COLUMN     "standalone" JSONB,
ALTER COLUMN "node_pool" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "node_claims_cluster_name_id" ON "node_claims"("cluster_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "node_claims_cluster_object" ON "node_claims"("cluster_id", "object_uid");

-- Names of pools' claims never return; a person may give a name again once its claim has ended.
CREATE UNIQUE INDEX "node_claims_living_name" ON "node_claims"("cluster_id", "name")
WHERE "state" NOT IN ('Terminated', 'LaunchFailed');
