/** Savings of a period: each figure with its range, and the basis of the ranges. */

import type { Statement } from '#contract/views.ts'
import { Panel } from '#web/components/panel.tsx'
import { SourceMark } from '#web/components/source-mark.tsx'
import { withUnit } from '#web/format/numbers.ts'
import classes from './statement.module.css'
import { basisOf, rangeOf, rough } from './statement-words.ts'

export function StatementImpact({ statement }: { statement: Statement }) {
  const { co2_avoided, water_saved, trees_saved, kwh_saved } = statement.impact
  const figures = [
    { name: 'CO₂ avoided', unit: 't', ...co2_avoided },
    { name: 'Water saved', unit: 'L', ...water_saved },
    { name: 'Trees saved', unit: 'trees', ...trees_saved },
    { name: 'Energy saved', unit: 'kWh', ...kwh_saved },
  ]
  return (
    <Panel title="Environmental impact" aside={<SourceMark source="estimated" />}>
      <dl className={classes.totals}>
        {figures.map(({ name, unit, ...figure }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.value}>{withUnit(rough(figure.value), unit)}</dd>
            <dd className={classes.note}>{rangeOf(figure, unit) ?? 'no range'}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        {basisOf(statement)} Counted of paper, plastic, metal and glass, by published averages (EPA’s Waste Reduction
        Model and recycling industry figures), which have an uncertainty of their own; loads that nobody has analysed
        count for nothing.
      </p>
    </Panel>
  )
}
