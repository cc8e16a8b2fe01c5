-- CreateTable
CREATE TABLE "cluster_revisions" (
    "cluster_id" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "cluster_revisions_pkey" PRIMARY KEY ("cluster_id")
);

INSERT INTO "cluster_revisions" SELECT "id", 1 FROM "clusters";

-- Notes that this transaction changes what the work on these clusters depends on.
CREATE FUNCTION "note_revised"("ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noted text[] := coalesce(string_to_array(nullif(current_setting('kerf.revised', true), ''), ','), '{}');
BEGIN
  ids := array_remove(ids, NULL);
  IF ids IS NULL OR ids <@ noted THEN RETURN; END IF;
  PERFORM set_config('kerf.revised', array_to_string(noted || ids, ','), true);
END $$;

-- Notes the clusters of a changed row. A write that leaves the row as it is changes nothing.
-- Arguments: an expression of the row `r` for the ids of its clusters, and one for the part of it that counts.
CREATE FUNCTION "note_revised_row"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text[];
  is_same boolean;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NULL; END IF;
    IF TG_ARGV[1] <> '' THEN
      EXECUTE format('SELECT (SELECT %1$s FROM (SELECT ($1).*) r) = (SELECT %1$s FROM (SELECT ($2).*) r)', TG_ARGV[1])
        INTO is_same USING OLD, NEW;
      IF is_same THEN RETURN NULL; END IF;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format('SELECT %s FROM (SELECT ($1).*) r', TG_ARGV[0]) INTO ids USING OLD;
    PERFORM note_revised(ids);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('SELECT %s FROM (SELECT ($1).*) r', TG_ARGV[0]) INTO ids USING NEW;
    PERFORM note_revised(ids);
  END IF;
  RETURN NULL;
END $$;

-- Increases the revisions of the noted clusters and tells their workers, once in a transaction, when it
-- commits: their rows are then locked in one order, and no other lock is taken after them.
CREATE FUNCTION "bump_revisions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted text[] := string_to_array(nullif(current_setting('kerf.revised', true), ''), ',');
BEGIN
  IF noted IS NULL THEN RETURN NULL; END IF;
  PERFORM set_config('kerf.revised', '', true);
  INSERT INTO cluster_revisions AS known (cluster_id, revision)
    SELECT id, 1 FROM clusters WHERE id = ANY(noted) ORDER BY id
    ON CONFLICT (cluster_id) DO UPDATE SET revision = known.revision + 1;
  DELETE FROM cluster_revisions r WHERE cluster_id = ANY(noted)
    AND NOT EXISTS (SELECT FROM clusters WHERE id = r.cluster_id);
  PERFORM pg_notify('kerf_revisions', id) FROM unnest(noted) AS id;
  RETURN NULL;
END $$;

-- Makes the changes of a table's rows count for their clusters.
CREATE FUNCTION "revise_clusters_on"("revised" regclass, "ids" text, "part" text DEFAULT '') RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER revision_noted AFTER INSERT OR UPDATE OR DELETE ON %s
    FOR EACH ROW EXECUTE FUNCTION note_revised_row(%L, %L)', revised, ids, part);
  EXECUTE format('CREATE CONSTRAINT TRIGGER revision_bumped AFTER INSERT OR UPDATE OR DELETE ON %s
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION bump_revisions()', revised);
END $$;

SELECT revise_clusters_on(name::regclass, 'ARRAY[r.cluster_id]') FROM unnest(ARRAY[
  'brake_settings', 'decisions', 'definition_refusals', 'definition_revisions', 'interruptions',
  'node_claims', 'node_pools', 'team_ownerships', 'unavailable_offerings']) AS name;
SELECT revise_clusters_on('clusters', 'ARRAY[r.id]', 'to_jsonb(r) - ''synced_at''');
-- Selectors are resolved each minute, usually with the same result. The time matters only for the free
-- instances of reservations, from which later launches are subtracted.
SELECT revise_clusters_on('node_classes', 'ARRAY[r.cluster_id]',
  'CASE WHEN r.resolution -> ''capacityReservations'' -> 0 IS NULL
    THEN to_jsonb(r) #- ''{resolution,resolvedAt}'' ELSE to_jsonb(r) END');
SELECT revise_clusters_on('capacity_buffers', 'ARRAY[r.cluster_id]', 'to_jsonb(r) #- ''{outcome,at}''');
SELECT revise_clusters_on('decision_reviews',
  'ARRAY(SELECT cluster_id FROM decisions WHERE id = r.decision_id)');
SELECT revise_clusters_on('region_catalogs',
  'ARRAY(SELECT id FROM clusters c WHERE c.region = r.region AND c.facts ->> ''accountId'' = r.account_id)',
  'to_jsonb(r) - ''spot_fetched_at''');
SELECT revise_clusters_on(name::regclass, 'ARRAY(SELECT id FROM clusters)')
  FROM unnest(ARRAY['alert_thresholds', 'approval_policy_versions', 'teams']) AS name;
SELECT revise_clusters_on(name::regclass,
  'CASE WHEN r.cluster_id IS NULL THEN ARRAY(SELECT id FROM clusters) ELSE ARRAY[r.cluster_id] END')
  FROM unnest(ARRAY['pauses', 'spend_limits']) AS name;
