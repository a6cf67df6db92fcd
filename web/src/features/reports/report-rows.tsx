/** Rows of the table of open reports, with gaps for unrendered ones. */

import { Fragment, type ReactNode, useLayoutEffect } from 'react'
import type { Report } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { ActiveReportRow, type ActiveReportRowProps } from './active-report-row.tsx'
import { stateOf } from './report-state.ts'

export interface RowPiece {
  row: Report
  /** Index among all reports. */
  index: number
  /** Height of unrendered rows above it, in px. */
  before: number
  /** Measures its height. */
  measure?: ActiveReportRowProps['measure']
}

/** Props shared by all rows. */
export interface ReportRowsProps {
  arrivals: Record<string, number>
  /** Returns true for a closed report that stays frozen during interaction. */
  gone(id: string): boolean
  narrow: boolean
  selected: ReadonlySet<string>
  toggle(id: string): void
  open(id: string): void
  /** Report whose row is the tab stop. */
  stop: string | undefined
  /** Zones with an overdue collection. */
  overdue: ReadonlySet<string>
  action(report: Report, gone: boolean): ReactNode
  /** Runs after each render of rows. */
  drawn(): void
}

interface DrawnRows extends ReportRowsProps {
  pieces: readonly RowPiece[]
  /** Height of unrendered rows below the last one, in px. */
  after?: number
}

export function ReportRows({ pieces, after = 0, arrivals, gone, drawn, ...rest }: DrawnRows) {
  const { selected, stop, overdue, ...shared } = rest
  useLayoutEffect(drawn)
  return (
    <>
      {pieces.map(({ row, index, before, measure }) => (
        <Fragment key={row.id}>
          <Gap height={before} />
          <ActiveReportRow
            {...shared}
            report={row}
            state={stateOf(row, overdue)}
            index={index}
            measure={measure}
            gone={gone(row.id)}
            arrivedAt={lookUp(arrivals, row.id)}
            selected={selected.has(row.id)}
            isStop={row.id === stop}
          />
        </Fragment>
      ))}
      <Gap height={after} />
    </>
  )
}

/** Space of unrendered rows. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}
