/** Cards with the three figures of a recycler's day, each with a bar, a unit and its source. */
import { t } from '@lingui/core/macro'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatUpToTenths, formatWholeKg, withUnit } from '#web/lib/format/numbers.ts'
import { type FigureSource, FigureSourceBar, FigureSourceMark } from '#web/ui/marks.tsx'
import classes from './materials.module.css'
import { intakeSourceText, type TodaysIntake } from './materials.ts'

const FIRST_MS = 2_500
const CHANGE_MS = 600

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
    const lasts = shown.current === null ? FIRST_MS : CHANGE_MS
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
      {/* The animation writes to the DOM sixty times a second, past React.
         Screen readers read the final value. */}
      <span ref={place} aria-hidden="true" />
      <VisuallyHidden>{write(value)}</VisuallyHidden>
    </>
  )
}

/** Value at which the bar is full. */
const FULL = { kg: 1_000, percent: 100, kWh: 500 }

export interface SummaryCardsProps {
  today: TodaysIntake
  /** Percentage of the waste at the sites that can be recycled; undefined while unknown. */
  recyclingRate: number | undefined
}

export function SummaryCards({ today, recyclingRate }: SummaryCardsProps) {
  const { measuredKg, estimatedKg, kg } = today.intake
  const { kWh } = today.impact
  return (
    <dl className={classes.cards} aria-label={t`Today’s figures`}>
      <Card
        name={t`Total Processed Today`}
        value={kg}
        write={formatWholeKg}
        full={FULL.kg}
        parts={[
          { source: 'measured', value: measuredKg },
          { source: 'estimated', value: estimatedKg },
        ]}
        note={intakeSourceText(today)}
      />
      <Card
        name={t`Recycling Rate`}
        value={recyclingRate}
        write={(rate) => withUnit(formatUpToTenths(rate), '%')}
        full={FULL.percent}
        parts={[{ source: 'measured', value: recyclingRate ?? 0 }]}
        unmarked
        note={t`Share of the waste at the sites that can be recycled: all except organic and other waste.`}
      />
      <Card
        name={t`Energy Saved`}
        value={kWh}
        write={(energy) => withUnit(formatUpToTenths(energy), 'kWh')}
        full={FULL.kWh}
        parts={[{ source: 'estimated', value: kWh }]}
        note={t`From today’s analysed loads, with published averages.`}
      />
    </dl>
  )
}

interface CardProps {
  name: string
  value: number | undefined
  write(value: number): string
  full: number
  parts: readonly { source: FigureSource; value: number }[]
  /** True to leave out the source of the figure. */
  unmarked?: boolean
  note: string
}

function Card({ name, value, write, full, parts, unmarked, note }: CardProps) {
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
