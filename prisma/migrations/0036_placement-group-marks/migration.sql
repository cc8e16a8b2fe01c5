-- AlterTable
ALTER TABLE "unavailable_offerings" DROP CONSTRAINT "unavailable_offerings_pkey",
ADD COLUMN     "placement_group_id" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "unavailable_offerings_pkey" PRIMARY KEY ("cluster_id", "instance_type", "zone", "capacity_type", "placement_group_id");
