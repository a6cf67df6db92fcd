/** Dialog that explains or closes a finding, with a text. */
import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Finding } from '#contract/views.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useFindingStatus } from '../calls.ts'
import { ReasonForm } from '../reason-form.tsx'
import { findingSentence } from './findings.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangeFindingStatus)

const texts = () => ({
  explained: {
    title: t`Explain finding`,
    label: t`Explanation`,
    button: t`Save explanation`,
    failed: t`Failed to save the explanation`,
  },
  closed: {
    title: t`Close finding`,
    label: t`Reason`,
    button: t`Close finding`,
    failed: t`Failed to close the finding`,
  },
})

export interface NoteDialogProps extends DialogState {
  finding: Finding
  to: keyof ReturnType<typeof texts>
}

export function NoteDialog({ opened, close, ...props }: NoteDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={texts()[props.to].title} opened={opened} close={close} busy={busy}>
      <NoteForm {...props} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

type NoteFormProps = Omit<NoteDialogProps, 'opened'> & { setBusy(busy: boolean): void }

function NoteForm({ finding, to, close, setBusy }: NoteFormProps) {
  const { label, button, failed } = texts()[to]
  const { pending, failure, move } = useFindingStatus()

  async function save(note: string) {
    const done = await move(finding.id, { status: to, note })
    if (!done) return
    toast('success', done)
    close()
  }

  return (
    <ReasonForm
      field="note"
      label={label}
      description={t`Other auditors see it with the finding.`}
      maxLength={500}
      act={button}
      failed={failed}
      {...{ failure, pending, close, setBusy }}
      rules={(note) => rules({ status: to, note })}
      send={save}
    >
      <Text size="sm" className="ws-figures">
        {findingSentence(finding)}
      </Text>
    </ReasonForm>
  )
}
