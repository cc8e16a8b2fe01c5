-- The list of nodes by price, as packages/db/src/queries/nodes.ts sorts it.
CREATE INDEX "node_rows_cluster_price"
ON "node_rows" ("cluster_id", (coalesce("price_micro_usd_per_hour", -1)), "name");
