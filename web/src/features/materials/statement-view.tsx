/** A period's statement to read and print: totals, materials, sites and savings with their sources. */
import { IconFileDescription } from '@tabler/icons-react'
import type { Statement } from '#contract/views.ts'
import { counted, figure, withUnit } from '#web/lib/format/numbers.ts'
import table from '#web/ui/figure-table.module.css'
import { SimulatedBadge, SourceBar, SourceMark } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { MaterialsTable } from './materials-table.tsx'
import classes from './statement.module.css'
import { basisOf, disputedWords, inTonnes, rangeOf, rough, tonnes } from './statement-words.ts'
import { ESTIMATE_RULE } from './today.ts'

export function StatementView({ statement, period }: { statement: Statement; period: string }) {
  if (statement.loads === 0) {
    return (
      <Panel title="Totals">
        <EmptyState icon={IconFileDescription} title={`Nothing arrived in ${period}`}>
          What comes in is added up here as loads arrive. Choose another month or site to see theirs.
        </EmptyState>
      </Panel>
    )
  }
  return (
    <>
      <Totals statement={statement} />
      <MaterialsTable statement={statement} />
      {statement.by_site.length > 1 && <SitesTable statement={statement} />}
      <StatementImpact statement={statement} />
    </>
  )
}

function Totals({ statement }: { statement: Statement }) {
  const { kg, loads, measured_kg, estimated_kg, unknown_kg, disputed_loads } = statement
  return (
    <Panel title="Totals" aside={<SimulatedBadge of={statement} />}>
      <dl className={classes.totals}>
        <div>
          <dt>Came in</dt>
          <dd className={classes.value}>{tonnes(kg)}</dd>
          <dd className={classes.note}>{counted(loads, 'load')}</dd>
        </div>
        <div>
          <dt>
            <SourceMark source="measured" />
          </dt>
          <dd className={classes.value}>{tonnes(measured_kg)}</dd>
          <dd className={classes.note}>Weighed, or told with an analysis</dd>
        </div>
        <div>
          <dt>
            <SourceMark source="estimated" />
          </dt>
          <dd className={classes.value}>{tonnes(estimated_kg)}</dd>
          <dd className={classes.note}>By {ESTIMATE_RULE}</dd>
        </div>
        <div>
          <dt>
            <SourceMark source="unknown" />
          </dt>
          <dd className={classes.value}>{tonnes(unknown_kg)}</dd>
          <dd className={classes.note}>Of the whole; in no material below</dd>
        </div>
      </dl>
      <SourceBar
        parts={[
          { source: 'measured', value: measured_kg },
          { source: 'estimated', value: estimated_kg },
        ]}
        max={kg}
        color="var(--ws-text-dimmed)"
      />
      <p className={classes.note}>{disputedWords(disputed_loads)}</p>
    </Panel>
  )
}

function SitesTable({ statement: { by_site } }: { statement: Statement }) {
  return (
    <Panel title="By site">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className={`${table.scroll} ${classes.wide}`} aria-label="By site, table" tabIndex={0}>
        <table className={`${table.table} ${classes.amounts}`} aria-label="By site, in tonnes">
          <thead>
            <tr>
              <th scope="col">Site</th>
              <th scope="col">Loads</th>
              <th scope="col">Measured (t)</th>
              <th scope="col">Estimated (t)</th>
              <th scope="col">Total (t)</th>
              <th scope="col">Not analysed (t)</th>
            </tr>
          </thead>
          <tbody>
            {by_site.map((site) => (
              <tr key={site.site_id}>
                <th scope="row" className={classes.site}>
                  {site.name}
                </th>
                <td>{figure(site.loads)}</td>
                <td>{inTonnes(site.measured_kg)}</td>
                <td>{inTonnes(site.estimated_kg)}</td>
                <td>{inTonnes(site.kg)}</td>
                <td>{inTonnes(site.unknown_kg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

/** Savings of a period: each figure with its range, and the basis of the ranges. */
function StatementImpact({ statement }: { statement: Statement }) {
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
