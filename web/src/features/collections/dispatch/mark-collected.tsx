/** The button that marks a report collected; busy until the board shows it, and without effect on one that is closed. */
import type { Report } from '#contract/views.ts'
import { RowButton } from '#web/components/row-button.tsx'
import { residentOf, useMarkCollected } from './use-mark-collected.ts'

export interface MarkCollectedProps {
  report: Report
  gone: boolean
  /** Whether Tab stops at it. In a row, the table's own keys lead to it. */
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
