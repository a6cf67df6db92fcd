/** Dialog that reports a full bin; one opening is one report, however often it is sent. */
import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DESCRIPTION_LIMIT } from '#domain/city.ts'
import { failureText, useAttempt } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { usePending } from '#web/lib/feed/use-room.ts'
import { type SendFailure, sendOrStore } from '#web/lib/outbox/report-store.ts'
import { sendOutcomeOf } from '#web/lib/outbox/stored-report.ts'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { toast, toastCatchingUp } from '#web/ui/toasts.tsx'
import { useReportBinFullMutation } from './report-bin-full.ts'

export function ReportDialog({ opened, close }: { opened: boolean; close(): void }) {
  const { pending, run } = usePending('my-reports')
  return (
    <Dialog title="Report Bin Full" opened={opened} close={close} busy={pending}>
      <ReportForm pending={pending} run={run} close={close} />
    </Dialog>
  )
}

function ReportForm({ pending, run, close }: ReturnType<typeof usePending> & { close(): void }) {
  const { user } = useSession()
  const attempt = useAttempt()
  const [description, setDescription] = useState('')
  const [failure, setFailure] = useState<SendFailure | null>(null)
  const [reportBinFull] = useReportBinFullMutation()
  // The outcome is unknown, so only an identical retry is allowed.
  const unanswered = failure !== null && sendOutcomeOf(failure) !== 'refused'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!user) return
    setFailure(null)
    const filled = { userId: user.id, description }
    const command = (key: string) =>
      sendOrStore({ ...filled, key }, () => reportBinFull({ body: filled, key }).unwrap())
    try {
      const done = await run(() => attempt(filled, command))
      if (!done) return
      const { reportedCount, total, report } = done.answer
      toast('success', 'Report submitted successfully!', `${reportedCount} of ${total} bins reported in ${report.zone}`)
      if (!done.arrived) toastCatchingUp()
      close()
    } catch (error) {
      const failed = error as SendFailure
      if (!failed.kept) return setFailure(failed)
      toast('info', 'Report kept on this device', 'It is sent as soon as there is a network.')
      close()
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label="Zone" value={user?.zone ?? 'Zone not assigned'} readOnly size="md" />
        <div>
          <Textarea
            label="Description (optional)"
            placeholder="For example: behind the gate, two bags beside the bin"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={DESCRIPTION_LIMIT}
            readOnly={pending || unanswered}
            rows={4}
            size="md"
            data-autofocus
          />
          <Text size="xs" c="dimmed" ta="right" className="ws-figures" mt={4}>
            {description.length} / {DESCRIPTION_LIMIT}
          </Text>
        </div>
        {failure && (
          <Alert color="statusCritical" variant="light" role="alert">
            {failureText(failure, 'Failed to submit report')}
            {unanswered && '. It may have gone in all the same: sending it again will not report twice.'}
          </Alert>
        )}
        <DialogFoot isKept act="Submit Report" close={close} pending={pending} />
      </Stack>
    </form>
  )
}
