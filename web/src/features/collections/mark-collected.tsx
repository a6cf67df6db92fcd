/** The button that marks a report collected; busy until the board shows it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Report } from '#contract/views.ts'
import { type Failure, failureText, idempotencyKey } from '#web/app/api.ts'
import { toast, toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from '#web/feed/use-pending.ts'
import { useMarkReportMutation } from './mark-report.ts'

export function MarkCollected({ report }: { report: Report }) {
  const [key] = useState(idempotencyKey)
  const [markReport] = useMarkReportMutation()
  const { pending, run } = usePending('active-reports')
  const name = report.resident_name ?? 'this resident'

  async function mark() {
    try {
      const done = await run(() => markReport({ id: report.id, key }).unwrap())
      if (!done) return
      toast('success', 'Marked as collected', `${name}, ${report.zone}`)
      if (!done.arrived) toastCatchingUp()
    } catch (error) {
      const somebodyElseDid = (error as Failure).status === 409
      toast(somebodyElseDid ? 'warning' : 'error', failureText(error, 'Failed to mark report as collected'))
    }
  }

  return (
    <Button
      variant="default"
      size="sm"
      h={44}
      px="sm"
      fz="xs"
      aria-busy={pending}
      aria-label={`Mark collected: ${name}, ${report.zone}`}
      onClick={() => void mark()}
    >
      {pending ? 'Marking…' : 'Mark collected'}
    </Button>
  )
}
