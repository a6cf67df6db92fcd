/**
 * Shows the materials that arrived on a day, and cards with the day's three figures.
 * This file also has the months, formats and texts of the monthly statement.
 */

import { plural, t } from '@lingui/core/macro'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { MAX_DELIVERIES_LISTED } from '#contract/feed/rooms.ts'
import type { Delivery, MaterialStatement } from '#contract/views.ts'
import { localDayOf } from '#domain/city-time.ts'
import { type RecyclingImpact, recyclingImpactOf } from '#domain/impact.ts'
import { intakeOf, type MaterialIntake } from '#domain/materials.ts'
import { BASE_KG, REPORT_KG } from '#domain/planning.ts'
import { createNumberFormatter, formatUpToTenths, formatWholeKg, withUnit } from '#web/lib/format/numbers.ts'
import { formatLongMonth } from '#web/lib/format/times.ts'
import { type FigureSource, FigureSourceBar, FigureSourceMark } from '#web/ui/marks.tsx'
import classes from './materials.module.css'

export interface TodaysIntake {
  loads: readonly Delivery[]
  intake: MaterialIntake
  impact: RecyclingImpact
}

/**
 * Returns today's loads and intake in the city.
 * `deliveries` includes recent days; `now` is epoch ms.
 */
export function todaysIntakeOf(deliveries: readonly Delivery[], timeZone: string, now: number): TodaysIntake {
  const day = localDayOf(timeZone, new Date(now).toISOString())
  const loads = deliveries.filter(({ arrivedAt }) => arrivedAt && localDayOf(timeZone, arrivedAt) === day)
  const intake = intakeOf(loads)
  return { loads, intake, impact: recyclingImpactOf(intake.materials) }
}

/** Returns the intake of one site. */
export const intakeOfSite = ({ loads }: TodaysIntake, siteId: string) =>
  intakeOf(loads.filter(({ facilityId }) => facilityId === siteId))

/** Returns the rule behind weight estimates, such as '450 kg per load and 75 kg per report'. */
export const getEstimationRuleText = () =>
  t`${{ perLoad: withUnit(BASE_KG, 'kg') }} per load and ${{ perReport: withUnit(REPORT_KG, 'kg') }} per report`

/**
 * Describes arrived loads, and the source of their weights.
 * Example: '2,400 kg estimated at 450 kg per load and 75 kg per report.'
 */
export function describeIntakeSource({ loads, intake }: Pick<TodaysIntake, 'loads' | 'intake'>): string {
  if (loads.length === 0) return t`No loads have arrived today.`
  const unweighed = loads.filter(({ weight }) => weight === undefined).length
  const sentences = [t`${plural({ loads: loads.length }, { one: '# load', other: '# loads' })} arrived.`]
  if (intake.estimatedKg > 0)
    sentences.push(
      t`${{ weight: formatWholeKg(intake.estimatedKg) }} estimated at ${{ rule: getEstimationRuleText() }}.`,
    )
  if (unweighed > 0)
    sentences.push(t`Not counted: ${plural(unweighed, { one: '# load', other: '# loads' })} of unknown weight.`)
  if (loads.length >= MAX_DELIVERIES_LISTED) sentences.push(t`Earlier loads of the day may be missing.`)
  if (sentences.length === 1) sentences.push(t`All measured.`)
  return sentences.join(' ')
}

/** Returns text such as 'Not counted: 1,200 kg that was not analysed.' */
export const describeUnanalysedWeight = ({ unknownKg }: Pick<MaterialIntake, 'unknownKg'>) =>
  unknownKg > 0 ? t`Not counted: ${{ weight: formatWholeKg(unknownKg) }} that was not analysed.` : undefined

/** Value at which the bar is full. */
const FULL_BAR = { kg: 1_000, percent: 100, kWh: 500 }

interface SummaryCardsProps {
  today: TodaysIntake
  /** Percentage of recyclable waste at the sites; undefined while unknown. */
  recyclingRate: number | undefined
}

/** Cards of the recycler's three daily figures with bar, unit and source. */
export function SummaryCards({ today, recyclingRate }: SummaryCardsProps) {
  const { measuredKg, estimatedKg, kg } = today.intake
  const { kWh } = today.impact
  return (
    <dl className={classes.cards} aria-label={t`Today’s figures`}>
      <SummaryCard
        name={t`Total Processed Today`}
        value={kg}
        write={formatWholeKg}
        full={FULL_BAR.kg}
        parts={[
          { source: 'measured', value: measuredKg },
          { source: 'estimated', value: estimatedKg },
        ]}
        note={describeIntakeSource(today)}
      />
      <SummaryCard
        name={t`Recycling Rate`}
        value={recyclingRate}
        write={(rate) => withUnit(formatUpToTenths(rate), '%')}
        full={FULL_BAR.percent}
        parts={[{ source: 'measured', value: recyclingRate ?? 0 }]}
        unmarked
        note={t`Share of the waste at the sites that can be recycled: all except organic and other waste.`}
      />
      <SummaryCard
        name={t`Energy Saved`}
        value={kWh}
        write={(energy) => withUnit(formatUpToTenths(energy), 'kWh')}
        full={FULL_BAR.kWh}
        parts={[{ source: 'estimated', value: kWh }]}
        note={t`From today’s analysed loads, with published averages.`}
      />
    </dl>
  )
}

interface SummaryCardProps {
  name: string
  value: number | undefined
  write(value: number): string
  full: number
  parts: readonly { source: FigureSource; value: number }[]
  /** True to show the figure without its source. */
  unmarked?: boolean
  note: string
}

function SummaryCard({ name, value, write, full, parts, unmarked, note }: SummaryCardProps) {
  const marked = unmarked ? [] : parts.filter((part) => part.value > 0)
  return (
    <div className={classes.card}>
      <dt className={classes.cardName}>
        <span>{name}</span>
        <span className={classes.marks}>
          {marked.map(({ source }) => (
            <FigureSourceMark key={source} source={source} />
          ))}
        </span>
      </dt>
      <dd className={classes.value}>{value === undefined ? '–' : <CountUp value={value} write={write} />}</dd>
      <dd className={classes.cardBar}>
        <FigureSourceBar parts={parts} max={full} color="var(--ws-figure)" />
      </dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  )
}

const FIRST_COUNT_MS = 2_500
const RECOUNT_MS = 600

interface CountUpProps {
  value: number
  /** Formats a value of the count-up animation, with its unit. */
  write(value: number): string
}

function CountUp({ value, write }: CountUpProps) {
  const place = useRef<HTMLSpanElement>(null)
  const shown = useRef<number | null>(null)
  const latest = useRef(write)
  latest.current = write

  useEffect(() => {
    const from = shown.current ?? 0
    const lasts = shown.current === null ? FIRST_COUNT_MS : RECOUNT_MS
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    let frame = 0
    let begun: number | undefined
    function show(at: number) {
      shown.current = at
      if (place.current) place.current.textContent = latest.current(at)
    }
    function step(now: number) {
      begun ??= now
      const passed = Math.min(1, (now - begun) / lasts)
      show(passed === 1 ? value : from + (value - from) * (1 - (1 - passed) ** 3))
      if (passed < 1) frame = requestAnimationFrame(step)
    }
    if (still || from === value) show(value)
    else frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])

  return (
    <>
      {/* The animation writes to the DOM sixty times a second without React. Screen readers read the final value. */}
      <span ref={place} aria-hidden="true" />
      <VisuallyHidden>{write(value)}</VisuallyHidden>
    </>
  )
}

// Monthly statement of materials: choice of the month, formats and texts.

/** Number of months, back from the current one, that have statements. */
const STATEMENT_MONTHS = 60

/** Returns the month `by` months later; `by` may be negative. */
export function addMonths(month: string, by: number): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Returns a month's first and last day; the current month ends today. */
export function monthPeriodOf(month: string, today: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${addMonths(month, 1)}-01`) - 1).toISOString().slice(0, 10)
  return { from: `${month}-01`, to: last > today ? today : last }
}

/**
 * Parses the month in a page's URL.
 * Returns the current month if the URL has no month, or a month without a statement.
 */
export function parseMonth(asked: string | null, today: string): string {
  const present = today.slice(0, 7)
  if (!asked || !/^\d{4}-(0[1-9]|1[0-2])$/.test(asked)) return present
  return asked > present || asked < addMonths(present, 1 - STATEMENT_MONTHS) ? present : asked
}

/** Returns the months that have statements, newest first. */
export const listMonthsUpTo = (today: string) =>
  Array.from({ length: STATEMENT_MONTHS }, (_, back) => addMonths(today.slice(0, 7), -back))

/** Formats a month as 'January 2026'. */
export const formatMonthName = (month: string) => formatLongMonth(`${month}-01`)

const hundredths = createNumberFormatter({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats kg as tonnes with two decimals, without unit: '2.40'. */
export const formatTonnesNumber = (kg: number) => hundredths(kg / 1_000)

/** Formats kg as '2.40 t'. */
export const formatKgAsTonnes = (kg: number) => withUnit(formatTonnesNumber(kg), 't')

/** Formats an estimated number with three significant digits: '1.24', '16,600'. */
export const formatEstimate = createNumberFormatter({ maximumSignificantDigits: 3 })

/** Formats a range as 'between 0.9 and 1.5 t'; undefined without one. */
export function formatRange({ low, high }: { low: number; high: number }, unit: string): string | undefined {
  return low === high
    ? undefined
    : t`between ${{ low: formatEstimate(low) }} and ${{ high: withUnit(formatEstimate(high), unit) }}`
}

/** Returns a sentence about how the ranges of the estimated weights were computed. */
export function describeEstimateBasis({
  estimate,
  estimated_kg,
}: Pick<MaterialStatement, 'estimate' | 'estimated_kg'>): string {
  if (estimated_kg === 0) return t`All weights were measured, so the figures have no range.`
  const { from, weighed_loads: weighed, low, high } = estimate
  if (from === 'weighings') {
    return t`The ranges come from ${plural(weighed, { one: '# load', other: '# loads' })} that were estimated and later weighed in the 180 days before the period’s end. Of these, 8 in 10 weighed between ${{ low: percent(low) }} and ${{ high: percent(high) }} of the estimate.`
  }
  return t`The ranges come from a rule: a load that was not weighed (${{ rule: getEstimationRuleText() }}) may weigh between ${{ low: percent(low) }} and ${{ high: percent(high) }} of its estimate. For a better range, too few loads were both estimated and weighed in the 180 days before the period’s end: ${plural(weighed, { one: '# load', other: '# loads' })}.`
}

/** Formats a fraction as percent, with a non-breaking space. */
const percent = (part: number) => withUnit(Math.round(part * 100), '%')

/** Returns a sentence about disputed loads. */
export const describeDisputedLoads = (loads: number) =>
  loads === 0
    ? t`No load in this period is disputed.`
    : t`The composition of ${plural(loads, { one: '# load', other: '# loads' })} is disputed. The original composition counts until this is settled.`
