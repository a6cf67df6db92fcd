/** Findings: what in the log wants an explanation, by which rules, and what became of each. */
import { figure } from '#rules/figure.ts'
import '../door/plain-words.ts'
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
] as const
export type FindingRule = (typeof FINDING_RULES)[number]

/** `found`: nobody has looked at it yet. */
export const FINDING_STATUSES = ['found', 'open', 'explained', 'closed'] as const
export type FindingStatus = (typeof FINDING_STATUSES)[number]

const whole = (least: number, most: number) =>
  z
    .int('Enter a whole number')
    .min(least, `At least ${figure(least)}`)
    .max(most, `At most ${figure(most)}`)

/** From when on something is a finding. */
export const FindingThresholds = z.object({
  /** A report collected so soon after it was made. */
  collectedAtOnceSeconds: whole(0, 86_400),
  /** Reports of a zone that one person marked within a day, no truck having been there for so many hours. */
  withoutTruckReports: whole(1, 10_000),
  withoutTruckHours: whole(1, 168),
  /** Reports of a zone that one person marked in a night, which is from this hour of the city to that. */
  outOfHoursReports: whole(1, 10_000),
  outOfHoursFrom: whole(0, 23),
  outOfHoursTo: whole(0, 23),
  /** A measured weight is so many percent of the estimate, or that many times less; and what a m³ of a truck holds at most, in kg. */
  weightPercent: whole(110, 10_000),
  weightPerCubicMetre: whole(50, 5_000),
  /** Compositions of a site that one person typed in a row, without a photo. */
  typedInARow: whole(2, 1_000),
  /** Litres that a tank may take beyond its size. */
  fuelTolerance: whole(0, 1_000),
  /** A setting changed and changed back within so many hours. */
  backAndForthHours: whole(1, 8_760),
})
export type FindingThresholds = z.infer<typeof FindingThresholds>

/** What holds until an admin sets them. */
export const FIRST_THRESHOLDS: FindingThresholds = {
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
}

/** What a finding is about; whoever did it is `userId`. */
export const FindingAbout = z.object({
  userId: userId.optional(),
  zone: zone.optional(),
  siteId: z.string().optional(),
  vehicleId: z.string().optional(),
  reportId: z.string().optional(),
  deliveryId: z.string().optional(),
  /** The path of a setting. */
  setting: z.string().optional(),
})
export type FindingAbout = z.infer<typeof FindingAbout>

/** A finding as a rule made it. */
export const finding = {
  findingId: z.string().min(1).max(200),
  rule: z.enum(FINDING_RULES),
  about: FindingAbout,
  /** Where in the log the events stand that it rests on, in their order. */
  evidence: z.array(z.int().min(0)).min(1).max(50),
  /** What was counted or measured, and what it was held against; by name, such as `seconds`. */
  figures: z.record(z.string(), z.number()),
  /** When what it rests on was complete. */
  happenedAt: at,
}

/** A rule has found something. */
export const RaiseFinding = z.object({ type: z.literal('RaiseFinding'), ...finding, simulated })
export type RaiseFinding = z.infer<typeof RaiseFinding>
