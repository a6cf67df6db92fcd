/** Thresholds of findings as form fields, grouped by rule. */
import type { FindingThresholds } from '#contract/audit/findings.ts'
import { numberIn } from '#web/lib/format/numbers.ts'

type ThresholdName = keyof FindingThresholds
export type ThresholdDraft = Record<ThresholdName, string>

interface Group {
  title: string
  /** Condition of the finding. */
  text: string
  fields: Partial<Record<ThresholdName, string>>
}

export const THRESHOLD_GROUPS: readonly Group[] = [
  {
    title: 'Collected at once',
    text: 'A report is marked collected sooner than this after it was made.',
    fields: { collectedAtOnceSeconds: 'Seconds' },
  },
  {
    title: 'Collected without a truck',
    text: 'One person marks this many reports of a zone in a day, and no truck has been there for so long.',
    fields: { withoutTruckReports: 'Reports without a truck', withoutTruckHours: 'Hours without a truck' },
  },
  {
    title: 'Collected out of hours',
    text: 'One person marks this many reports of a zone in a night. Both hours alike: there is no night.',
    fields: {
      outOfHoursReports: 'Reports in a night',
      outOfHoursFrom: 'Night begins (hour)',
      outOfHoursTo: 'Night ends (hour)',
    },
  },
  {
    title: 'Weight far from the estimate',
    text: 'A weight is this many percent of its estimate, or that many times less; or more than its truck holds.',
    fields: { weightPercent: 'Percent', weightPerCubicMetre: 'A truck holds (kg per m³)' },
  },
  {
    title: 'Composition typed without a photo',
    text: 'One person types the composition of a site this often in a row.',
    fields: { typedInARow: 'Times in a row' },
  },
  {
    title: 'More fuel than the tank holds',
    text: 'What is logged is this much above the size of the tank.',
    fields: { fuelTolerance: 'Litres' },
  },
  {
    title: 'Setting changed and changed back',
    text: 'A setting is as it was again within this time.',
    fields: { backAndForthHours: 'Hours' },
  },
  {
    title: 'Collected without proof',
    text: 'A driver collects a bin, and neither a photo nor a position of the phone comes within this time.',
    fields: { proofMinutes: 'Minutes' },
  },
  {
    title: 'Proof far from the bin',
    text: 'The phone was farther than this from the place of the bin.',
    fields: { proofMetres: 'Metres' },
  },
]

/** Returns the initial fields. */
export const draftOf = (thresholds: FindingThresholds) =>
  Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, String(value)])) as ThresholdDraft

/** Returns the request; the schema reports an empty field as missing. */
export const thresholdsOf = (draft: ThresholdDraft) =>
  Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, numberIn(text)])) as FindingThresholds
