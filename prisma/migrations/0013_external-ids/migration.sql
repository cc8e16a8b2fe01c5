-- By hand: clusters that were registered without an external id get one. A role whose trust policy
-- asks for none is assumed with it all the same, until the policy is brought in line.
UPDATE "clusters"
SET "external_id" = 'kerf_external_' || replace(gen_random_uuid()::text, '-', '')
WHERE "external_id" IS NULL;
