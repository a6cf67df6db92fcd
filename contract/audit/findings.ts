/** Schemas of audit findings: rules, thresholds and statuses. */
import { msg } from '#contract/languages/message.ts'
import { formatNumber } from '#domain/number-format.ts'
import '../http/validation-messages.ts'
import { z } from 'zod'
import { simulatedSchema, timestampSchema, userIdSchema, zoneIdSchema } from '../fields.ts'

export const FINDING_RULES = [
  'collected-at-once',
  'collected-without-truck',
  'collected-out-of-hours',
  'weight-far-from-estimate',
  'composition-typed',
  'fuel-above-tank',
  'configuration-back-and-forth',
  'collected-without-proof',
  'proof-far-from-bin',
] as const
export type FindingRule = (typeof FINDING_RULES)[number]

/**
 * Statuses of a finding.
 * `found` means that nobody has reviewed the finding yet.
 */
export const FINDING_STATUSES = ['found', 'open', 'explained', 'closed'] as const
export type FindingStatus = (typeof FINDING_STATUSES)[number]

/**
 * Maximum number of follow-up steps of a finding.
 * After that, it can only be closed.
 * A page of findings contains all of their steps.
 */
export const MAX_FINDING_STEPS = 100

const whole = (least: number, most: number) =>
  z
    .int(msg`Enter a whole number`.message)
    .min(least, `At least ${formatNumber(least)}`)
    .max(most, `At most ${formatNumber(most)}`)

/** Thresholds of the rules that find suspicious events. */
export const FindingThresholds = z.object({
  /** Age in seconds below which a report's collection is suspicious. */
  collectedAtOnceSeconds: whole(0, 86_400),
  /**
   * Threshold of a finding: number of a zone's reports that one person marked as collected in a day.
   * It applies only if no truck was in the zone within `withoutTruckHours`.
   */
  withoutTruckReports: whole(1, 10_000),
  withoutTruckHours: whole(1, 168),
  /**
   * Threshold: reports of a zone that one person marked as collected in one night.
   * The night is from `outOfHoursFrom` to `outOfHoursTo`, in the city's time zone.
   */
  outOfHoursReports: whole(1, 10_000),
  outOfHoursFrom: whole(0, 23),
  outOfHoursTo: whole(0, 23),
  /**
   * Deviation of a weight from its estimate: larger divided by smaller, in percent.
   * `weightPerCubicMetre` is a truck's maximum load, in kg per m³.
   */
  weightPercent: whole(110, 10_000),
  weightPerCubicMetre: whole(50, 5_000),
  /** Number of consecutive compositions of a site that one person entered without a photo. */
  typedInARow: whole(2, 1_000),
  /** Accepted fuel above the tank's capacity, in litres. */
  fuelTolerance: whole(0, 1_000),
  /** A setting that is changed and changed back within these hours causes a finding. */
  backAndForthHours: whole(1, 8_760),
  /** Minutes after which a collected stop without photo or position is a finding. */
  proofMinutes: whole(1, 10_080).default(60),
  /** Accepted distance between phone and bin, in metres. */
  proofMetres: whole(10, 10_000).default(300),
})
export type FindingThresholds = z.infer<typeof FindingThresholds>

/** Default thresholds, until an admin changes them. */
export const DEFAULT_FINDING_THRESHOLDS: FindingThresholds = {
  collectedAtOnceSeconds: 60,
  withoutTruckReports: 5,
  withoutTruckHours: 12,
  outOfHoursReports: 5,
  outOfHoursFrom: 21,
  outOfHoursTo: 4,
  weightPercent: 300,
  weightPerCubicMetre: 600,
  typedInARow: 10,
  fuelTolerance: 5,
  backAndForthHours: 24,
  proofMinutes: 60,
  proofMetres: 300,
}

/**
 * What a finding is about, such as a zone, truck or report.
 * `userId` is the person who acted.
 */
export const FindingSubject = z.object({
  userId: userIdSchema.optional(),
  zone: zoneIdSchema.optional(),
  siteId: z.string().optional(),
  vehicleId: z.string().optional(),
  reportId: z.string().optional(),
  deliveryId: z.string().optional(),
  /** Path of the changed setting in the configuration. */
  setting: z.string().optional(),
})
export type FindingSubject = z.infer<typeof FindingSubject>

/** Fields of a finding that an audit rule raises. */
export const findingFields = {
  findingId: z.string().min(1).max(200),
  rule: z.enum(FINDING_RULES),
  about: FindingSubject,
  /** Log positions of the evidence, in order. */
  evidence: z.array(z.int().min(0)).min(1).max(50),
  /** Measured values and rule thresholds by name, such as `seconds`. */
  figures: z.record(z.string(), z.number()),
  /** Time of the last event that the finding needed as evidence. */
  happenedAt: timestampSchema,
}

/** Internal command: a rule raises a finding. */
export const RaiseFindingCommand = z.object({
  type: z.literal('RaiseFinding'),
  ...findingFields,
  simulated: simulatedSchema,
})
export type RaiseFindingCommand = z.infer<typeof RaiseFindingCommand>
