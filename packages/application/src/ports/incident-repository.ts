import type { Instant } from '@kerf/core';
import type { Incident } from '../domain/incident/incident.js';
import type { IncidentRecords } from '../domain/incident-rules/incident-facts.js';

/** Incidents of clusters, and the recent records that they are detected from. */
export interface IncidentRepository {
  /** Returns the recent records of each cluster. */
  records(now: Instant): Promise<readonly IncidentRecords[]>;
  /** Returns the open incidents of all clusters, ordered by id. */
  listOpen(): Promise<readonly Incident[]>;
  /**
   * Opens an incident, which is notified.
   * @returns false when one of its kind is open for its object
   */
  insert(incident: Incident): Promise<boolean>;
  /**
   * Compare-and-set on `version`; an incident that has an end is closed, which is notified.
   * @returns `null` when another writer saved first
   */
  save(incident: Incident): Promise<Incident | null>;
}
