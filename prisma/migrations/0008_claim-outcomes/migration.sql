-- Whether claims came to be, the latest first, as packages/db/src/queries/claim-outcomes.ts asks.
CREATE INDEX "node_claims_outcome"
ON "node_claims" ("cluster_id", "node_pool", (coalesce("registered_at", "terminated_at")) DESC)
WHERE coalesce("registered_at", "terminated_at") IS NOT NULL;
