/** A period's materials by descending weight: measured, estimated, and share. */

import type { Statement } from '#contract/views.ts'
import { materialColor, materialLabel } from '#web/lib/format/names.ts'
import { hundredths, withUnit } from '#web/lib/format/numbers.ts'
import table from '#web/ui/figure-table.module.css'
import { SourceBar } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import classes from './statement.module.css'
import { inTonnes } from './statement-words.ts'

export function MaterialsTable({ statement: { by_material, unknown_kg } }: { statement: Statement }) {
  const most = Math.max(1, ...by_material.map(({ kg }) => kg))
  const sum = (part: (row: Statement['by_material'][number]) => number) =>
    inTonnes(by_material.reduce((total, row) => total + part(row), 0))
  return (
    <Panel title="By material">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className={`${table.scroll} ${classes.wide}`} aria-label="By material, table" tabIndex={0}>
        <table className={`${table.table} ${classes.amounts}`} aria-label="By material, in tonnes">
          <thead>
            <tr>
              <th scope="col">Material</th>
              <td className={classes.drawn} />
              <th scope="col">Measured (t)</th>
              <th scope="col">Estimated (t)</th>
              <th scope="col">Total (t)</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {by_material.map(({ material, measured_kg, estimated_kg, kg, percent }) => (
              <tr key={material}>
                <th scope="row">
                  <span className={classes.swatch} style={{ background: materialColor(material) }} aria-hidden="true" />
                  {materialLabel(material)}
                </th>
                <td className={classes.drawn}>
                  <SourceBar
                    parts={[
                      { source: 'measured', value: measured_kg },
                      { source: 'estimated', value: estimated_kg },
                    ]}
                    max={most}
                    color={materialColor(material)}
                  />
                </td>
                <td>{inTonnes(measured_kg)}</td>
                <td>{inTonnes(estimated_kg)}</td>
                <td>{inTonnes(kg)}</td>
                <td>{withUnit(hundredths(percent), '%')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Known</th>
              <td className={classes.drawn} />
              <td>{sum(({ measured_kg }) => measured_kg)}</td>
              <td>{sum(({ estimated_kg }) => estimated_kg)}</td>
              <td>{sum(({ kg }) => kg)}</td>
              <td>{by_material.length > 0 ? '100.00 %' : '–'}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <p className={classes.note}>
        {unknown_kg > 0
          ? `${withUnit(inTonnes(unknown_kg), 't')} of loads that nobody has analysed are in no row. Shares are of what is known.`
          : 'Every load was analysed.'}{' '}
        Bars: solid is measured, hatched is estimated.
      </p>
    </Panel>
  )
}
