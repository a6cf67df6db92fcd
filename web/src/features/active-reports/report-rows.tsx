/**
 * Rows of the active reports.
 * A row renders its buttons only after scrolling ends, because they take half of its render time.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createContext, Fragment, memo, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useRowHighlight } from '#web/lib/feed/use-room.ts'
import { getStopExceptionLabels } from '#web/lib/format/bins.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { formatDuration, formatExactTime, formatRecentTime } from '#web/lib/format/times.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { getResidentNameOfReport } from '#web/lib/language/person-name.ts'
import { ByPhoneBadge } from '#web/ui/by-phone-badge.tsx'
import { Badge, SimulatedIcon } from '#web/ui/marks.tsx'
import classes from './active-reports.module.css'
import { getReportStateLabels, type ReportRowHint, type ReportState, reportStateOf } from './report-state.ts'

/** False while the user scrolls the table. */
export const ScrollIdleContext = createContext(true)

/**
 * Renders its children once scrolling stops, and keeps them.
 * `now` renders them at once.
 */
function WhenScrollIdle({ now, children }: { now: boolean; children: ReactNode }) {
  const isDue = useContext(ScrollIdleContext) || now
  const [isDrawn, setDrawn] = useState(isDue)
  if (isDue && !isDrawn) setDrawn(true)
  return isDrawn ? children : null
}

interface ActiveReportRowProps {
  report: Report
  state: ReportState
  /** Index of the row among all reports. */
  index: number
  /** Ref that measures the row's height. */
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined
  /**
   * True for a closed report.
   * Its row stays visible until the user's interaction ends.
   */
  gone: boolean
  arrivedAt: number | undefined
  /**
   * Tooltip of the report's row: phone number and place of the bin.
   * Set only while the pointer is on the row.
   */
  hint: string | undefined
  /** True on phones, where a row has a single column. */
  narrow: boolean
  selected: boolean
  toggle(id: string): void
  /** Opens the report's details. */
  open(id: string): void
  /** True for the only row that the Tab key can reach. */
  isStop: boolean
  action(report: Report, gone: boolean): ReactNode
}

const STEP_MS = 5_000

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Formats an age briefly: 'now', '12 min', '4 h', '3 d'. */
function age(ms: number): string {
  if (ms < MINUTE_MS) return t`now`
  return ms < DAY_MS ? formatDuration(ms) : withUnit(Math.floor(ms / DAY_MS), t`d`)
}

/** Shows a time and its age, such as '03:44 · 12 min'. */
function When({ iso }: { iso: string }) {
  const now = useNow(STEP_MS)
  return (
    <time dateTime={iso} title={formatExactTime(iso)}>
      {`${formatRecentTime(iso, now)} · ${age(now - Date.parse(iso))}`}
    </time>
  )
}

const State = ({ state }: { state: ReportState }) => (
  <span className={classes.word} data-state={state}>
    {getReportStateLabels()[state]}
  </span>
)

const ActiveReportRow = memo(function ActiveReportRow({
  report,
  state,
  index,
  measure,
  gone,
  arrivedAt,
  hint,
  narrow,
  selected,
  toggle,
  open,
  isStop,
  action,
}: ActiveReportRowProps) {
  const marked = useRowHighlight(arrivedAt)
  const { id, zone, description, timestamp, unconfirmed, served, via } = report
  const name = getResidentNameOfReport(report) ?? '–'
  const mark = (
    <>
      {via === 'phone' && <ByPhoneBadge />}{' '}
      {unconfirmed && (
        <Badge tone="progress">
          <Trans>Unconfirmed</Trans>
        </Badge>
      )}{' '}
      {report.reopenedAt && (
        <Badge tone="progress">
          <Trans>Reopened</Trans>
        </Badge>
      )}{' '}
      {served?.exception && <Badge tone="progress">{getStopExceptionLabels()[served.exception]}</Badge>}{' '}
      <SimulatedIcon of={report} />
    </>
  )
  const hintOf = (text: string | undefined) => [text, hint].filter(Boolean).join('\n') || undefined
  const label = `${name}, ${zone}, ${getReportStateLabels()[state]}`
  return (
    <tr
      ref={measure}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      aria-selected={selected}
      data-index={index}
      aria-rowindex={index + 2}
      data-marked={marked || undefined}
      data-gone={gone || undefined}
      data-report={id}
      onClick={({ target }) => (target as Element).closest('button, label') || open(id)}
    >
      <td className={classes.pick}>
        <label>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected && !gone}
            disabled={gone}
            aria-label={t`Select: ${name}, ${zone}`}
            onChange={() => toggle(id)}
          />
        </label>
      </td>
      {narrow ? (
        <td>
          <div className={classes.resident}>
            <span>{name}</span> {mark}
          </div>
          <div className={classes.details}>
            <State state={state} /> · <span>{zone}</span> · <When iso={timestamp} />
          </div>
          {description && <div className={`${classes.details} ${classes.note}`}>{description}</div>}
        </td>
      ) : (
        <>
          <td className={classes.when}>
            <When iso={timestamp} />
          </td>
          <td className={classes.resident} title={hintOf(name)}>
            {name}
          </td>
          <td className={classes.zone} title={hintOf(zone)}>
            {zone}
          </td>
          <td className={classes.state} title={hint}>
            <State state={state} />
          </td>
          <td className={classes.description} title={hintOf(description)}>
            {mark} <span>{description ?? '–'}</span>
          </td>
        </>
      )}
      <td className={classes.action}>
        <div>
          {/* In the focused row, buttons are rendered at once, because keys activate them. */}
          <WhenScrollIdle now={isStop}>{action(report, gone)}</WhenScrollIdle>
        </div>
      </td>
    </tr>
  )
})

interface RowPiece {
  row: Report
  /** Index of the row among all reports. */
  index: number
  /** Height in px of the rows above this row that are not rendered. */
  before: number
  /** Ref that measures the row's height. */
  measure?: ActiveReportRowProps['measure']
}

/** Props that are the same for all rows of reports. */
export interface ReportRowsProps {
  arrivals: Record<string, number>
  /** True for a closed report that stays visible only while the user interacts with the list. */
  gone(id: string): boolean
  narrow: boolean
  selected: ReadonlySet<string>
  toggle(id: string): void
  open(id: string): void
  /** Id of the report whose row the Tab key reaches. */
  stop: string | undefined
  /** Hint for the row under the pointer: phone number and place. */
  hint: ReportRowHint | undefined
  /** Zones with an overdue collection. */
  overdue: ReadonlySet<string>
  action(report: Report, gone: boolean): ReactNode
  /** Called after each render of rows. */
  drawn(): void
}

interface DrawnRows extends ReportRowsProps {
  pieces: readonly RowPiece[]
  /** Total height in px of the rows after the rendered rows. */
  after?: number
}

/**
 * Rows of the list of open reports.
 * Rows outside the visible area are replaced by empty space.
 */
export function ReportRows({ pieces, after = 0, arrivals, gone, drawn, ...rest }: DrawnRows) {
  const { selected, stop, overdue, hint, ...shared } = rest
  useLayoutEffect(drawn)
  return (
    <>
      {pieces.map(({ row, index, before, measure }) => (
        <Fragment key={row.id}>
          <Gap height={before} />
          <ActiveReportRow
            {...shared}
            report={row}
            state={reportStateOf(row, overdue)}
            index={index}
            measure={measure}
            gone={gone(row.id)}
            arrivedAt={lookUp(arrivals, row.id)}
            hint={hint?.id === row.id ? hint.text : undefined}
            selected={selected.has(row.id)}
            isStop={row.id === stop}
          />
        </Fragment>
      ))}
      <Gap height={after} />
    </>
  )
}

/** Empty space in place of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}
