/** Marks the selected reports collected, one after another; skips those that were closed meanwhile. */
import type { Report } from '#contract/views.ts'
import { useMarkReportMutation } from '#web/features/schedules/calls.ts'
import { commandFailureReason, type Failure } from '#web/lib/api/api.ts'
import { counted } from '#web/lib/format/numbers.ts'
import { RowButton } from '#web/ui/rows.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand, useUndo } from '#web/ui/use-command.tsx'

export interface CollectSelectedProps {
  reports: readonly Report[]
  /** Runs after an attempt for all of them. */
  done(): void
}

export function CollectSelected({ reports, done }: CollectSelectedProps) {
  const [markReport] = useMarkReportMutation()
  const offerUndo = useUndo()
  const { pending, send } = useCommand('active-reports')
  const ids = reports.map(({ id }) => id)

  async function markEach(key: string) {
    const outcome = { position: '0', collected: [] as string[], failed: 0, reason: '' }
    for (const id of ids) {
      try {
        const { position } = await markReport({ id, body: { status: 'collected' }, key: `${key}-${id}` }).unwrap()
        outcome.position = position
        outcome.collected.push(id)
      } catch (error) {
        if ((error as Failure).status === 409) continue
        outcome.failed += 1
        outcome.reason = commandFailureReason(error)
      }
    }
    return outcome
  }

  async function mark() {
    const outcome = await send(ids, markEach)
    if (!outcome) return
    const { collected, failed, reason } = outcome
    if (collected.length > 0) {
      const detail = counted(collected.length, 'report')
      void offerUndo({ by: 'undoCollection', id: collected, title: 'Marked as collected', detail })
    }
    if (failed > 0) toast('error', `Failed to mark ${counted(failed, 'report')} as collected`, reason)
    else done()
  }

  return (
    <RowButton actsOn={ids.join(' ')} isNext busy={pending} act={() => void mark()}>
      {pending ? 'Marking…' : 'Collect selected'}
    </RowButton>
  )
}
