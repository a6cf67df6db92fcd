/**
 * Button that marks a report collected.
 * It stays busy until the dashboard shows the change, and does nothing for a closed report.
 */
import type { Report } from '#contract/views.ts'
import { toastFailure } from '#web/calls/toast-failure.ts'
import { useUndo } from '#web/calls/use-undo.ts'
import { RowButton } from '#web/components/row-button.tsx'
import { useMarkReportMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'

export interface MarkCollectedProps {
  report: Report
  gone: boolean
  /** True if it is a tab stop; in a row the table's keys reach it. */
  isStop: boolean
}

export function MarkCollected({ report, gone, isStop }: MarkCollectedProps) {
  const [markReport] = useMarkReportMutation()
  const offerUndo = useUndo()
  const { pending, send } = useCommand('active-reports')
  const name = report.resident_name ?? 'this resident'

  async function mark() {
    try {
      const body = { status: 'collected' } as const
      const done = await send(report.id, (key) => markReport({ id: report.id, body, key }).unwrap())
      if (!done) return
      const detail = `${name}, ${report.zone}`
      void offerUndo({ by: 'undoCollection', id: report.id, title: 'Marked as collected', detail })
    } catch (error) {
      toastFailure(error, 'Failed to mark report as collected')
    }
  }

  const says = gone ? 'Closed' : 'Mark collected'
  return (
    <RowButton
      label={`${says}: ${name}, ${report.zone}`}
      {...(!isStop && { tabIndex: -1 })}
      actsOn={report.id}
      busy={pending}
      gone={gone}
      act={() => void mark()}
    >
      {pending ? 'Marking…' : says}
    </RowButton>
  )
}
