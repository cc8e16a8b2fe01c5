-- The time at which a pod came to a node or left it. Only the worker that holds the cluster writes it alone, and
-- counts it itself: neither brakes nor other jobs that follow records read it.
CREATE FUNCTION "is_pod_event"("before" node_claims, "after" node_claims) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  after.last_pod_event_at := before.last_pod_event_at;
  RETURN before IS NOT DISTINCT FROM after;
END $$;

DROP TRIGGER "revision_noted" ON "node_claims";
CREATE TRIGGER "revision_noted" AFTER INSERT OR DELETE ON "node_claims"
  FOR EACH ROW EXECUTE FUNCTION note_revised_row('ARRAY[r.cluster_id]', '');
CREATE TRIGGER "revision_noted_of_update" AFTER UPDATE ON "node_claims"
  FOR EACH ROW WHEN (NOT is_pod_event(OLD.*, NEW.*))
  EXECUTE FUNCTION note_revised_row('ARRAY[r.cluster_id]', '');
