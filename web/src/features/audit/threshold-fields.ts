/** Form fields for the thresholds of findings, grouped by rule. */
import { t } from '@lingui/core/macro'
import type { FindingThresholds } from '#contract/audit/findings.ts'
import { parseNumber } from '#web/lib/format/numbers.ts'

type ThresholdName = keyof FindingThresholds
export type ThresholdDraft = Record<ThresholdName, string>

interface Group {
  title: string
  /** Says when the rule raises a finding. */
  text: string
  fields: Partial<Record<ThresholdName, string>>
}

export const thresholdGroups = (): readonly Group[] => [
  {
    title: t`Collected too soon`,
    text: t`A report is marked as collected sooner than this after it was sent.`,
    fields: { collectedAtOnceSeconds: t`Seconds` },
  },
  {
    title: t`Collected without a truck`,
    text: t`One person marks this many reports of a zone as collected in a day, and no truck was there for this long.`,
    fields: { withoutTruckReports: t`Reports without a truck`, withoutTruckHours: t`Hours without a truck` },
  },
  {
    title: t`Collected at night`,
    text: t`One person marks this many reports of a zone as collected in one night. To switch this off, set both hours to the same value.`,
    fields: {
      outOfHoursReports: t`Reports in a night`,
      outOfHoursFrom: t`Night begins (hour)`,
      outOfHoursTo: t`Night ends (hour)`,
    },
  },
  {
    title: t`Weight far from the estimate`,
    text: t`The larger of weight and estimate is at least this percentage of the smaller, or the weight is more than the truck holds.`,
    fields: { weightPercent: t`Percent`, weightPerCubicMetre: t`Most a truck holds (kg per m³)` },
  },
  {
    title: t`Composition typed without a photo`,
    text: t`One person types in the composition of a site this many times in a row.`,
    fields: { typedInARow: t`Times in a row` },
  },
  {
    title: t`More fuel than the tank holds`,
    text: t`The logged fuel is this much more than the tank holds.`,
    fields: { fuelTolerance: t`Litres` },
  },
  {
    title: t`Setting changed and changed back`,
    text: t`A setting is changed and changed back within this time.`,
    fields: { backAndForthHours: t`Hours` },
  },
  {
    title: t`Collected without proof`,
    text: t`A driver collects a bin, and neither a photo nor a position of the phone comes within this time.`,
    fields: { proofMinutes: t`Minutes` },
  },
  {
    title: t`Proof far from the bin`,
    text: t`The phone was farther than this from the place of the bin.`,
    fields: { proofMetres: t`Metres` },
  },
]

/** Returns the initial values of the fields. */
export const draftOf = (thresholds: FindingThresholds) =>
  Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, String(value)])) as ThresholdDraft

/** Returns the request for the typed values. The schema reports an empty field as missing. */
export const thresholdsOf = (draft: ThresholdDraft) =>
  Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, parseNumber(text)])) as FindingThresholds
