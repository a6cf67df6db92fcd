/** Schemas of audit findings: rules, thresholds and statuses. */
import { msg } from '#contract/languages/message.ts'
import { formatNumber } from '#domain/number-format.ts'
import '../http/validation-messages.ts'
import { z } from 'zod'
import { at, simulated, userId, zone } from '../fields.ts'

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

/** `found` means not yet reviewed. */
export const FINDING_STATUSES = ['found', 'open', 'explained', 'closed'] as const
export type FindingStatus = (typeof FINDING_STATUSES)[number]

const whole = (least: number, most: number) =>
  z
    .int(msg`Enter a whole number`.message)
    .min(least, `At least ${formatNumber(least)}`)
    .max(most, `At most ${formatNumber(most)}`)

/** Thresholds of the rules. */
export const FindingThresholds = z.object({
  /** Maximum age of a report that is collected suspiciously soon. */
  collectedAtOnceSeconds: whole(0, 86_400),
  /** Reports of a zone that one person marked within a day, without a truck visit in this many hours. */
  withoutTruckReports: whole(1, 10_000),
  withoutTruckHours: whole(1, 168),
  /**
   * Reports of a zone that one person marked in a night.
   * The night is given in hours of the city's clock.
   */
  outOfHoursReports: whole(1, 10_000),
  outOfHoursFrom: whole(0, 23),
  outOfHoursTo: whole(0, 23),
  /**
   * Ratio of a weight and its estimate, the larger to the smaller, in percent.
   * `weightPerCubicMetre` is the maximum load in kg per m³ of a truck.
   */
  weightPercent: whole(110, 10_000),
  weightPerCubicMetre: whole(50, 5_000),
  /** Compositions of a site that one person entered in a row without a photo. */
  typedInARow: whole(2, 1_000),
  /** Litres above the tank's capacity that are tolerated. */
  fuelTolerance: whole(0, 1_000),
  /** Hours within which a setting is changed and reverted. */
  backAndForthHours: whole(1, 8_760),
  /** Minutes after which a collected stop has a photo or a position of the phone. */
  proofMinutes: whole(1, 10_080).default(60),
  /** Greatest distance of the phone from the bin, in metres. */
  proofMetres: whole(10, 10_000).default(300),
})
export type FindingThresholds = z.infer<typeof FindingThresholds>

/** Defaults until an admin changes them. */
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
 * Subject of a finding.
 * `userId` is the actor.
 */
export const FindingAbout = z.object({
  userId: userId.optional(),
  zone: zone.optional(),
  siteId: z.string().optional(),
  vehicleId: z.string().optional(),
  reportId: z.string().optional(),
  deliveryId: z.string().optional(),
  /** Path of the setting. */
  setting: z.string().optional(),
})
export type FindingAbout = z.infer<typeof FindingAbout>

/** Fields of a finding as its rule raises it. */
export const finding = {
  findingId: z.string().min(1).max(200),
  rule: z.enum(FINDING_RULES),
  about: FindingAbout,
  /** Log positions of the evidence, in order. */
  evidence: z.array(z.int().min(0)).min(1).max(50),
  /** Measured values and thresholds by name, such as `seconds`. */
  figures: z.record(z.string(), z.number()),
  /** Time at which the evidence was complete. */
  happenedAt: at,
}

/** Internal command: a rule raises a finding. */
export const RaiseFinding = z.object({ type: z.literal('RaiseFinding'), ...finding, simulated })
export type RaiseFinding = z.infer<typeof RaiseFinding>
