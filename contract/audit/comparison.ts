/** What two moments are compared by: the boards' lists, and each thing in them that was otherwise at the one than at the other. */
import { z } from 'zod'

/**
 * A list of a board, by what is in it. Each is one that things enter and leave by what happens, and not by growing old: nothing
 * differs between two moments that no event is behind.
 */
export const COMPARED = [
  'reports',
  'zones',
  'collections',
  'vehicles',
  'sites',
  'deliveries',
  'forecasts',
  'configuration',
] as const
export type Compared = (typeof COMPARED)[number]

/** Events of a difference that are named; of more, how many there are. */
export const MOST_NAMED = 10

/** `changed`: it was in the list at both moments. */
export const DIFFERENCE_KINDS = ['added', 'gone', 'changed'] as const

const row = z.record(z.string(), z.unknown())

export const Difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  id: z.string(),
  /** At the earlier moment; null where there was no such thing yet. What is gone from a list still is something. */
  before: row.nullable(),
  after: row,
  /** Of what was done to it between the moments, newest first. */
  events: z.array(z.int()),
  /** How many events did something to it. */
  eventCount: z.int(),
})
export type Difference = z.infer<typeof Difference>

const compared = z.object({
  /** Of the last event by then; 0 before the first. */
  position: z.int(),
  at: z.string(),
})

export const Comparison = z.object({
  /** The earlier one. */
  from: compared,
  to: compared,
  added: z.int(),
  gone: z.int(),
  changed: z.int(),
  /** A page of them, the one that was changed last first. */
  differences: z.array(Difference),
})
export type Comparison = z.infer<typeof Comparison>
