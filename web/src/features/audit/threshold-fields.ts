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

export const thresholdGroups = (): readonly Group[] => [
  {
    title: 'Collected at once',
    text: 'A report is marked as collected sooner than this after it was sent.',
    fields: { collectedAtOnceSeconds: 'Seconds' },
  },
  {
    title: 'Collected without a truck',
    text: 'One person marks this many reports of a zone as collected in a day, and no truck was there for this long.',
    fields: { withoutTruckReports: 'Reports without a truck', withoutTruckHours: 'Hours without a truck' },
  },
  {
    title: 'Collected out of hours',
    text: 'One person marks this many reports of a zone as collected in one night. Set both hours alike to switch this off.',
    fields: {
      outOfHoursReports: 'Reports in a night',
      outOfHoursFrom: 'Night begins (hour)',
      outOfHoursTo: 'Night ends (hour)',
    },
  },
  {
    title: 'Weight far from the estimate',
    text: 'A weight is above this percentage of its estimate, as far below it, or more than the truck holds.',
    fields: { weightPercent: 'Percent', weightPerCubicMetre: 'A truck holds (kg per m³)' },
  },
  {
    title: 'Composition typed without a photo',
    text: 'One person types in the composition of a site this many times in a row.',
    fields: { typedInARow: 'Times in a row' },
  },
  {
    title: 'More fuel than the tank holds',
    text: 'The logged fuel is this much more than the tank holds.',
    fields: { fuelTolerance: 'Litres' },
  },
  {
    title: 'Setting changed and changed back',
    text: 'A setting is changed and changed back within this time.',
    fields: { backAndForthHours: 'Hours' },
  },
]

/** Returns the initial fields. */
export const draftOf = (thresholds: FindingThresholds) =>
  Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, String(value)])) as ThresholdDraft

/** Returns the request; the schema reports an empty field as missing. */
export const thresholdsOf = (draft: ThresholdDraft) =>
  Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, numberIn(text)])) as FindingThresholds
