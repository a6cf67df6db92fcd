/**
 * Button that marks a report collected.
 * It stays busy until the dashboard shows the change, and does nothing for a closed report.
 */
import type { Report } from '#contract/views.ts'
import { RowButton } from '#web/ui/rows.tsx'
import { residentOf, useMarkCollected } from './use-mark-collected.ts'

export interface MarkCollectedProps {
  report: Report
  gone: boolean
  /** True if it is a tab stop; in a row the table's keys reach it. */
  isStop: boolean
}

export function MarkCollected({ report, gone, isStop }: MarkCollectedProps) {
  const { pending, mark } = useMarkCollected()
  const says = gone ? 'Closed' : 'Mark collected'
  return (
    <RowButton
      label={`${says}: ${residentOf(report)}, ${report.zone}`}
      {...(!isStop && { tabIndex: -1 })}
      actsOn={report.id}
      busy={pending}
      gone={gone}
      act={() => void mark(report)}
    >
      {pending ? 'Marking…' : says}
    </RowButton>
  )
}
