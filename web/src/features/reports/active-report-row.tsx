/** A row of the dispatcher's table of open reports; on phones the details are below the name. */
import { memo, type ReactNode } from 'react'
import type { Report } from '#contract/views.ts'
import { Badge, SimulatedSign } from '#web/components/badge.tsx'
import { useMarked } from '#web/feed/marked.ts'
import { clockTime, duration, exactTime } from '#web/format/times.ts'
import { useNow } from '#web/hooks/ticker.ts'
import classes from './active-reports.module.css'
import { AtRest } from './at-rest.tsx'
import { type ReportState, STATES } from './report-state.ts'

export interface ActiveReportRowProps {
  report: Report
  state: ReportState
  /** Index among all reports. */
  index: number
  /** Measures the row's height. */
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined
  /** True for a closed report that stays frozen during interaction. */
  gone: boolean
  arrivedAt: number | undefined
  /** Single column, for phones. */
  narrow: boolean
  selected: boolean
  toggle(id: string): void
  /** Opens the report's details. */
  open(id: string): void
  /** True for the table's only tab stop. */
  isStop: boolean
  action(report: Report, gone: boolean): ReactNode
}

const STEP_MS = 5_000

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Formats as 'now', '12 min', '4 h', '3 d', to fit the column. */
function age(ms: number): string {
  if (ms < MINUTE_MS) return 'now'
  return ms < DAY_MS ? duration(ms) : `${Math.floor(ms / DAY_MS)} d`
}

/** Shows time and age: '03:44 · 12 min'. */
function When({ iso }: { iso: string }) {
  const now = useNow(STEP_MS)
  return (
    <time dateTime={iso} title={exactTime(iso)}>
      {clockTime(iso, now)} · {age(now - Date.parse(iso))}
    </time>
  )
}

const State = ({ state }: { state: ReportState }) => (
  <span className={classes.word} data-state={state}>
    {STATES[state]}
  </span>
)

export const ActiveReportRow = memo(function ActiveReportRow({
  report,
  state,
  index,
  measure,
  gone,
  arrivedAt,
  narrow,
  selected,
  toggle,
  open,
  isStop,
  action,
}: ActiveReportRowProps) {
  const marked = useMarked(arrivedAt)
  const { id, resident_name: name = '–', zone, description, timestamp, unconfirmed } = report
  const mark = (
    <>
      {unconfirmed && <Badge tone="progress">Unconfirmed</Badge>}{' '}
      {report.reopenedAt && <Badge tone="progress">Open again</Badge>} <SimulatedSign of={report} />
    </>
  )
  const label = `${name}, ${zone}, ${STATES[state].toLowerCase()}`
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
            aria-label={`Select: ${name}, ${zone}`}
            onChange={() => toggle(id)}
          />
        </label>
      </td>
      {narrow ? (
        <td>
          <div className={classes.resident}>
            {name} {mark}
          </div>
          <div className={classes.details}>
            <State state={state} /> · {zone} · <When iso={timestamp} />
          </div>
          {description && <div className={`${classes.details} ${classes.note}`}>{description}</div>}
        </td>
      ) : (
        <>
          <td className={classes.when}>
            <When iso={timestamp} />
          </td>
          <td className={classes.resident} title={name}>
            {name}
          </td>
          <td className={classes.zone} title={zone}>
            {zone}
          </td>
          <td className={classes.state}>
            <State state={state} />
          </td>
          <td className={classes.description} title={description}>
            {mark} {description ?? '–'}
          </td>
        </>
      )}
      <td className={classes.action}>
        <div>
          {/* Rendered at once in the focused row, because keys activate it. */}
          <AtRest now={isStop}>{action(report, gone)}</AtRest>
        </div>
      </td>
    </tr>
  )
})
