/** The button that marks a report collected; busy until the board shows it, and without effect on one that is closed. */
import type { Report } from '#contract/views.ts'
import { type Failure, failureText } from '#web/calls/api.ts'
import { offerUndo } from '#web/calls/undoable.ts'
import { RowButton } from '#web/components/row-button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useMarkReportMutation, useUndoCollectionMutation } from '#web/features/collections/calls.ts'
import { useCommand } from '#web/feed/use-command.ts'

export function MarkCollected({ report, gone }: { report: Report; gone: boolean }) {
  const [markReport] = useMarkReportMutation()
  const [undoCollection] = useUndoCollectionMutation()
  const { pending, send } = useCommand('active-reports')
  const name = report.resident_name ?? 'this resident'

  async function mark() {
    try {
      const body = { status: 'collected' } as const
      const done = await send(report.id, (key) => markReport({ id: report.id, body, key }).unwrap())
      if (!done) return
      void offerUndo({
        title: 'Marked as collected',
        detail: `${name}, ${report.zone}`,
        undone: 'The report is open again',
        undo: (key) => undoCollection({ id: report.id, key }).unwrap(),
      })
    } catch (error) {
      const somebodyElseDid = (error as Failure).status === 409
      toast(somebodyElseDid ? 'warning' : 'error', failureText(error, 'Failed to mark report as collected'))
    }
  }

  const says = gone ? 'Closed' : 'Mark collected'
  return (
    <RowButton label={`${says}: ${name}, ${report.zone}`} busy={pending} gone={gone} act={() => void mark()}>
      {pending ? 'Marking…' : says}
    </RowButton>
  )
}
