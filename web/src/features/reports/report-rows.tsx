/** Rows of the table of open reports, with room for those that are not drawn. */

import { Fragment, type ReactNode, useLayoutEffect } from 'react'
import type { Report } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { ActiveReportRow, type ActiveReportRowProps } from './active-report-row.tsx'
import { stateOf } from './report-state.ts'

export interface RowPiece {
  row: Report
  /** Where it stands among all reports, from 0. */
  index: number
  /** px of rows above it that are not drawn. */
  before: number
  /** Learns its height. */
  measure?: ActiveReportRowProps['measure']
}

/** What every row is drawn with. */
export interface ReportRowsProps {
  arrivals: Record<string, number>
  /** Not open any more, and only still here because a hand is at the table. */
  gone(id: string): boolean
  narrow: boolean
  selected: ReadonlySet<string>
  toggle(id: string): void
  open(id: string): void
  /** The report at whose row the Tab key stops. */
  stop: string | undefined
  /** The zones whose collection is overdue. */
  overdue: ReadonlySet<string>
  action(report: Report, gone: boolean): ReactNode
  /** Called whenever rows were drawn. */
  drawn(): void
}

interface DrawnRows extends ReportRowsProps {
  pieces: readonly RowPiece[]
  /** px of rows below the last one that are not drawn. */
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

/** The room of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}
