/** Marks a report collected and offers undo. */
import type { Report } from '#contract/views.ts'
import { useMarkReportMutation } from '#web/features/schedules/calls.ts'
import { toastFailure } from '#web/ui/toasts.tsx'
import { useCommand, useUndo } from '#web/ui/use-command.tsx'

export const residentOf = ({ resident_name: name }: Pick<Report, 'resident_name'>) => name ?? 'this resident'

export function useMarkCollected() {
  const [markReport] = useMarkReportMutation()
  const offerUndo = useUndo()
  const { pending, send } = useCommand('active-reports')

  async function mark(report: Report) {
    try {
      const body = { status: 'collected' } as const
      const done = await send(report.id, (key) => markReport({ id: report.id, body, key }).unwrap())
      if (!done) return
      const detail = `${residentOf(report)}, ${report.zone}`
      void offerUndo({ by: 'undoCollection', id: report.id, title: 'Marked as collected', detail })
    } catch (error) {
      toastFailure(error, 'Failed to mark report as collected')
    }
  }

  return { pending, mark }
}
