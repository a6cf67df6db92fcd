/** What auditors read of the proof, and what people read of auditors. */
import { z } from 'zod'
import { ROLES } from '#rules/city.ts'
import { FINDING_RULES, FINDING_STATUSES, FindingAbout } from '../audit/findings.ts'
import { LOOKED_UP_BY } from '../audit/look-ups.ts'
import { simulated, zone } from '../fields.ts'

/** A checkpoint that was made at its hour; `note` is the signed note. */
export const MadeCheckpoint = z.object({
  id: z.string(),
  /** Events. */
  size: z.int(),
  root: z.string(),
  note: z.string(),
  made_at: z.string(),
  /** So many auditors have it by mail. */
  mailed: z.int(),
  /** It does not fit the log. */
  withdrawn: z.literal(true).optional(),
})
export type MadeCheckpoint = z.infer<typeof MadeCheckpoint>

/** Somebody opened the reader's name, or looked them up. */
export const Access = z.object({
  id: z.string(),
  at: z.string(),
  by_name: z.string(),
  by_role: z.enum(ROLES),
  reason: z.string(),
  /** How they were found; absent where their name was opened. */
  looked_up_by: z.enum(LOOKED_UP_BY).optional(),
})
export type Access = z.infer<typeof Access>

/** Somebody who was looked up, without their name. */
export const FoundPerson = z.object({
  id: z.string(),
  pseudonym: z.string(),
  role: z.enum(ROLES),
  zone: zone.optional(),
  createdAt: z.string(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** A report or a delivery that was found by its reference. */
export const FoundThing = z.object({
  kind: z.enum(['report', 'delivery']),
  id: z.string(),
  reference: z.string(),
  /** Such as 'Report 3 of Resident 7F3A91C2'. */
  name: z.string(),
  zone,
  status: z.string(),
  /** When it was reported, or its truck left. */
  at: z.string(),
})
export type FoundThing = z.infer<typeof FoundThing>

/** A finding, and what became of it. */
export const Finding = z.object({
  id: z.string(),
  rule: z.enum(FINDING_RULES),
  about: FindingAbout,
  /** Whose deed it was: a pseudonym; absent where nobody is known. */
  who: z.string().optional(),
  /** Positions of events. */
  evidence: z.array(z.int()),
  figures: z.record(z.string(), z.number()),
  happened_at: z.string(),
  raised_at: z.string(),
  status: z.enum(FINDING_STATUSES),
  /** What was done about it, the first first. */
  steps: z.array(
    z.object({
      status: z.enum(FINDING_STATUSES),
      at: z.string(),
      by_id: z.string(),
      by_name: z.string(),
      note: z.string().optional(),
    }),
  ),
  simulated,
})
export type Finding = z.infer<typeof Finding>
