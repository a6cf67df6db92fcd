/** Schemas of audit pages, and of auditors' accesses to a person. */
import { z } from 'zod'
import { ROLES } from '#domain/city.ts'
import { simulatedSchema, zoneIdSchema } from '../fields.ts'
import { FINDING_RULES, FINDING_STATUSES, FindingSubject } from './findings.ts'
import { LOOK_UP_FIELDS } from './kinds.ts'

/** An hourly checkpoint; `note` is the signed note. */
export const HourlyCheckpoint = z.object({
  id: z.string(),
  /** Number of events in the log. */
  size: z.int(),
  root: z.string(),
  note: z.string(),
  made_at: z.string(),
  /** Number of auditors who received the checkpoint by mail. */
  mailed: z.int(),
  /** Set if the checkpoint was withdrawn because it does not match the log. */
  withdrawn: z.literal(true).optional(),
})
export type HourlyCheckpoint = z.infer<typeof HourlyCheckpoint>

/**
 * An auditor's access to a person's identity.
 * The auditor opened the person's name, or looked the person up.
 */
export const PersonAccess = z.object({
  id: z.string(),
  at: z.string(),
  by_name: z.string(),
  by_role: z.enum(ROLES),
  reason: z.string(),
  /**
   * Field by which an auditor looked the person up.
   * Absent if the auditor revealed the name of a person without a look-up.
   */
  looked_up_by: z.enum(LOOK_UP_FIELDS).optional(),
})
export type PersonAccess = z.infer<typeof PersonAccess>

/** Person found by a look-up, without the name. */
export const FoundPerson = z.object({
  id: z.string(),
  pseudonym: z.string(),
  role: z.enum(ROLES),
  zone: zoneIdSchema.optional(),
  createdAt: z.string(),
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** A report or delivery found by its reference. */
export const ReferenceMatch = z.object({
  kind: z.enum(['report', 'delivery']),
  id: z.string(),
  reference: z.string(),
  /** Name of the report or delivery, such as 'Report 3 of Resident 7F3A91C2'. */
  name: z.string(),
  zone: zoneIdSchema,
  status: z.string(),
  /** Time of the report, or the departure time of the delivery. */
  at: z.string(),
})
export type ReferenceMatch = z.infer<typeof ReferenceMatch>

/** A finding and the steps that were taken. */
export const Finding = z.object({
  id: z.string(),
  rule: z.enum(FINDING_RULES),
  about: FindingSubject,
  /** Pseudonym of the actor; absent when unknown. */
  who: z.string().optional(),
  /** Log positions of the events that are the finding's evidence. */
  evidence: z.array(z.int()),
  figures: z.record(z.string(), z.number()),
  happened_at: z.string(),
  raised_at: z.string(),
  status: z.enum(FINDING_STATUSES),
  /** Steps in the handling of the audit finding, oldest first. */
  steps: z.array(
    z.object({
      status: z.enum(FINDING_STATUSES),
      at: z.string(),
      by_id: z.string(),
      by_name: z.string(),
      note: z.string().optional(),
    }),
  ),
  simulated: simulatedSchema,
})
export type Finding = z.infer<typeof Finding>
