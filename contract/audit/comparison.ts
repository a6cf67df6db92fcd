/** Schemas of the comparison of two moments: the lists of the boards and the items that differ. */
import { z } from 'zod'

/**
 * Lists that are compared, by content.
 * Items enter and leave them by events only, never by age.
 * Every difference therefore has an event.
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
export type Compared = (typeof COMPARED_LISTS)[number]

/** Maximum of events listed for a difference; further ones are only counted. */
export const MAX_LISTED_EVENTS = 10

/** `changed` means present at both moments. */
export const DIFFERENCE_KINDS = ['added', 'gone', 'changed'] as const

const row = z.record(z.string(), z.unknown())

export const Difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  id: z.string(),
  /**
   * State at the earlier moment; null when the item did not exist yet.
   * A removed item still has an `after`.
   */
  before: row.nullable(),
  after: row,
  /** Log positions of the events between the moments, newest first. */
  events: z.array(z.int()),
  /** Number of events that changed the item. */
  eventCount: z.int(),
})
export type Difference = z.infer<typeof Difference>

const compared = z.object({
  /** Position of the last event at that moment; 0 before the first. */
  position: z.int(),
  at: z.string(),
})

export const Comparison = z.object({
  /** The earlier moment. */
  from: compared,
  to: compared,
  added: z.int(),
  gone: z.int(),
  changed: z.int(),
  /** One page of differences, most recently changed first. */
  differences: z.array(Difference),
})
export type Comparison = z.infer<typeof Comparison>
