/** Schemas of a comparison of two moments: list items that differ. */
import { z } from 'zod'

/**
 * Lists of rows that a comparison of two moments covers.
 * Only events add or remove rows, so every difference has an event.
 */
export const COMPARED_LISTS = [
  'reports',
  'zones',
  'collections',
  'vehicles',
  'sites',
  'deliveries',
  'forecasts',
  'configuration',
] as const
export type ComparedListName = (typeof COMPARED_LISTS)[number]

/** Maximum number of events listed for a difference; further events are only counted. */
export const MAX_LISTED_EVENTS = 10

/**
 * Kinds of differences between two moments.
 * A `changed` item exists at both moments.
 */
export const DIFFERENCE_KINDS = ['added', 'gone', 'changed'] as const

const row = z.record(z.string(), z.unknown())

export const ComparedRowDifference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  id: z.string(),
  /**
   * The row at the earlier of the two compared moments.
   * Null if it did not exist then.
   */
  before: row.nullable(),
  after: row,
  /** Log positions of the events that changed the row between the compared moments, newest first. */
  events: z.array(z.int()),
  /** Total number of events that changed the item between the two compared times. */
  eventCount: z.int(),
})
export type ComparedRowDifference = z.infer<typeof ComparedRowDifference>

const compared = z.object({
  /** Position of the last event at the compared moment; 0 if there is none. */
  position: z.int(),
  at: z.string(),
})

export const MomentComparison = z.object({
  /** The earlier of the two moments that are compared. */
  from: compared,
  to: compared,
  added: z.int(),
  gone: z.int(),
  changed: z.int(),
  /** One page of the differences between both moments, most recently changed first. */
  differences: z.array(ComparedRowDifference),
})
export type MomentComparison = z.infer<typeof MomentComparison>
