/** The three figures of a recycler's day, each with bar, unit and source. */
import { SourceBar } from '#web/components/source-bar.tsx'
import { type Source, SourceMark } from '#web/components/source-mark.tsx'
import { amount, withUnit } from '#web/format/numbers.ts'
import { wholeKg } from '#web/format/weights.ts'
import { CountUp } from './count-up.tsx'
import classes from './materials.module.css'
import { howKnown, type Today } from './today.ts'

/** Value of a full bar. */
const FULL = { kg: 1_000, percent: 100, kWh: 500 }

export interface SummaryCardsProps {
  today: Today
  /** Percent of the sites' load; undefined while unknown. */
  recyclingRate: number | undefined
}

export function SummaryCards({ today, recyclingRate }: SummaryCardsProps) {
  const { measuredKg, estimatedKg, kg } = today.intake
  const { kWh } = today.impact
  return (
    <dl className={classes.cards} aria-label="Today’s figures">
      <Card
        name="Total Processed Today"
        value={kg}
        write={wholeKg}
        full={FULL.kg}
        parts={[
          { source: 'measured', value: measuredKg },
          { source: 'estimated', value: estimatedKg },
        ]}
        note={howKnown(today)}
      />
      <Card
        name="Recycling Rate"
        value={recyclingRate}
        write={(rate) => withUnit(amount(rate), '%')}
        full={FULL.percent}
        parts={[{ source: 'measured', value: recyclingRate ?? 0 }]}
        unmarked
        note="How much of what the sites hold can be recycled: all but organic and other waste. It does not say how much was."
      />
      <Card
        name="Energy Saved"
        value={kWh}
        write={(energy) => withUnit(amount(energy), 'kWh')}
        full={FULL.kWh}
        parts={[{ source: 'estimated', value: kWh }]}
        note="Of today’s analysed loads, by published averages."
      />
    </dl>
  )
}

interface CardProps {
  name: string
  value: number | undefined
  write(value: number): string
  full: number
  parts: readonly { source: Source; value: number }[]
  /** True if the source is not shown. */
  unmarked?: boolean
  note: string
}

function Card({ name, value, write, full, parts, unmarked, note }: CardProps) {
  const marked = unmarked ? [] : parts.filter((part) => part.value > 0)
  return (
    <div className={classes.card}>
      <dt className={classes.cardName}>
        {name}
        <span className={classes.marks}>
          {marked.map(({ source }) => (
            <SourceMark key={source} source={source} />
          ))}
        </span>
      </dt>
      <dd className={classes.value}>{value === undefined ? '–' : <CountUp value={value} write={write} />}</dd>
      <dd className={classes.cardBar}>
        <SourceBar parts={parts} max={full} color="var(--ws-figure)" />
      </dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  )
}
