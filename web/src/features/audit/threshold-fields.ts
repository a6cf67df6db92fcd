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
    text: t`A report is marked as collected within this time after the resident sent it.`,
    fields: { collectedAtOnceSeconds: t`Seconds` },
  },
  {
    title: t`Collected without a truck`,
    text: t`One person marks this many reports of a zone as collected in a day, but no truck was in the zone for this many hours.`,
    fields: { withoutTruckReports: t`Reports marked per day`, withoutTruckHours: t`Hours since the last truck` },
  },
  {
    title: t`Collected at night`,
    text: t`In one night, one person marks this many reports of a zone as collected. To switch this rule off, set both hours to the same value.`,
    fields: {
      outOfHoursReports: t`Reports marked per night`,
      outOfHoursFrom: t`Night begins (hour)`,
      outOfHoursTo: t`Night ends (hour)`,
    },
  },
  {
    title: t`Weight far from the estimate`,
    text: t`The weight is far above or below its estimate (300 means three times as much, or a third), or more than the truck holds.`,
    fields: { weightPercent: t`Percent`, weightPerCubicMetre: t`Truck holds at most (kg per m³)` },
  },
  {
    title: t`Composition typed without a photo`,
    text: t`One person types in the composition of a site this many times in a row, without a photo.`,
    fields: { typedInARow: t`Times in a row` },
  },
  {
    title: t`More fuel than the tank holds`,
    text: t`The logged fuel is more than the tank holds, by over this many litres.`,
    fields: { fuelTolerance: t`Litres` },
  },
  {
    title: t`Setting changed and changed back`,
    text: t`A setting is changed and changed back within this time.`,
    fields: { backAndForthHours: t`Hours` },
  },
  {
    title: t`Collected without proof`,
    text: t`A driver collects a bin, but sends no photo and no location of the phone within this time.`,
    fields: { proofMinutes: t`Minutes` },
  },
  {
    title: t`Phone far from the bin`,
    text: t`When the driver recorded the stop, the phone was farther away than this.`,
    fields: { proofMetres: t`Metres` },
  },
]

/** Returns the initial values of the fields. */
export const draftOf = (thresholds: FindingThresholds) =>
  Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, String(value)])) as ThresholdDraft

/** Returns the request for the typed values. The schema reports an empty field as missing. */
export const thresholdsFromDraft = (draft: ThresholdDraft) =>
  Object.fromEntries(Object.entries(draft).map(([name, text]) => [name, parseNumber(text)])) as FindingThresholds
