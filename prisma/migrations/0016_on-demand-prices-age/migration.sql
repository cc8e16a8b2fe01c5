-- AlterTable
ALTER TABLE "region_catalogs" ADD COLUMN     "on_demand_fetched_at" TIMESTAMPTZ(3);

-- Until now types and prices were read together.
UPDATE "region_catalogs" SET "on_demand_fetched_at" = "fetched_at";
