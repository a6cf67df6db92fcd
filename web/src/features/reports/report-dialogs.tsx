/** Dialogs of residents: report a full bin, or reopen a report. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Report } from '#contract/views.ts'
import { REPORT_DESCRIPTION_LIMIT } from '#domain/city.ts'
import { api, failureTextOf, useIdempotentRunner } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { useSession } from '#web/lib/api/session.ts'
import { usePendingCommand } from '#web/lib/feed/use-room.ts'
import { type SendFailure, sendOrStore } from '#web/lib/outbox/report-store.ts'
import { sendOutcomeOf } from '#web/lib/outbox/stored.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { showToast, toastSavedNotShownYet } from '#web/ui/toasts.tsx'
import { CommandButton, useCommand } from '#web/ui/use-command.tsx'
import { useReportBinFullMutation } from './calls.ts'

/**
 * Dialog that reports a full bin.
 * Each opening creates at most one report.
 */
export function ReportDialog({ opened, close }: { opened: boolean; close(): void }) {
  const { pending, run } = usePendingCommand('my-reports')
  return (
    <Dialog title={t`Report Bin Full`} opened={opened} close={close} busy={pending}>
      <ReportForm pending={pending} run={run} close={close} />
    </Dialog>
  )
}

function ReportForm({ pending, run, close }: ReturnType<typeof usePendingCommand> & { close(): void }) {
  const { user } = useSession()
  const attempt = useIdempotentRunner()
  const [description, setDescription] = useState('')
  const [failure, setFailure] = useState<SendFailure | null>(null)
  const [reportBinFull] = useReportBinFullMutation()
  // Without an answer, the server may have stored the report.
  // The form then permits only an identical retry.
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
      showToast(
        'success',
        t`Report submitted successfully!`,
        t`${reportedCount} of ${total} bins reported in ${report.zone}`,
      )
      if (!done.arrived) toastSavedNotShownYet()
      close()
    } catch (error) {
      const failed = error as SendFailure
      if (!failed.kept) return setFailure(failed)
      showToast('info', t`Report saved on this device`, t`It will be sent when you are online.`)
      close()
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput label={t`Zone`} value={user?.zone ?? t`Zone not assigned`} readOnly size="md" />
        <div>
          <Textarea
            label={t`Description (optional)`}
            placeholder={t`For example: behind the gate, two bags beside the bin`}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={REPORT_DESCRIPTION_LIMIT}
            readOnly={pending || unanswered}
            rows={4}
            size="md"
            data-autofocus
          />
          <Text size="xs" c="dimmed" ta="right" className="ws-figures" mt={4}>
            {`${description.length} / ${REPORT_DESCRIPTION_LIMIT}`}
          </Text>
        </div>
        {failure && (
          <Alert color="statusCritical" variant="light" role="alert">
            <p>{failureTextOf(failure, t`Failed to submit report`)}</p>
            {unanswered && (
              <p>
                <Trans>It may have been sent anyway. Submitting it again does not create a second report.</Trans>
              </p>
            )}
          </Alert>
        )}
        <DialogFooter isKept act={t`Submit Report`} close={close} pending={pending} />
      </Stack>
    </form>
  )
}

const { useReopenReportMutation } = api.injectEndpoints({
  endpoints: (build) => ({ reopenReport: build.mutation(defineCommand('reopenReport')) }),
})

interface ReopenDialogProps extends DialogState {
  report: Report
}

/** Dialog that asks for confirmation before a collected report is reopened. */
export function ReopenDialog({ report, opened, close }: ReopenDialogProps) {
  const { id, zone, collectedAt = '' } = report
  const [reopen] = useReopenReportMutation()
  const { pending, failure, send } = useCommand('my-reports')
  const [offline, setOffline] = useState(false)

  async function say() {
    setOffline(!navigator.onLine)
    if (!navigator.onLine) return
    try {
      if (!(await send(id, (key) => reopen({ id, key }).unwrap()))) return
      showToast(
        'success',
        t`Your report is open again`,
        t`The dispatchers are notified. You do not need to report again.`,
      )
      close()
    } catch {
      // Ignores the error, because the dialog already shows why the command failed.
    }
  }

  return (
    <Dialog title={t`Was your bin not collected?`} opened={opened} close={close} busy={pending}>
      <Stack gap="md">
        <Text>
          <Trans>
            Your report in <span>{zone}</span> was marked as collected <RelativeTime iso={collectedAt} />. If your bin
            was not collected, reopen the report. The dispatchers will be notified.
          </Trans>
        </Text>
        {offline && (
          <Alert color="statusProgress" variant="light" role="alert" title={t`You are offline`}>
            <Trans>Reopen the report when you are online. You have 48 hours after the collection.</Trans>
          </Alert>
        )}
        <ChangeErrorAlert failure={failure} text={t`Your report could not be reopened`} />
        <Group grow>
          <Button variant="default" size="md" mih={48} onClick={close} disabled={pending} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <CommandButton size="md" mih={48} loading={pending} onClick={() => void say()}>
            <Trans>Reopen report</Trans>
          </CommandButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
