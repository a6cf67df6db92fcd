/** Dialog that explains or closes a finding, with a text. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Finding } from '#contract/views.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/lazy-panel.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useFindingStatus } from '../calls.ts'
import { ReasonForm } from '../reason-form.tsx'
import { findingActor, findingPredicate } from './findings.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).MoveFinding)

const WORDS = {
  explained: {
    title: 'Explain finding',
    label: 'Explanation',
    button: 'Save explanation',
    failed: 'Failed to save the explanation',
  },
  closed: {
    title: 'Close finding',
    label: 'Reason',
    button: 'Close finding',
    failed: 'Failed to close the finding',
  },
} as const

export interface NoteDialogProps extends DialogState {
  finding: Finding
  to: keyof typeof WORDS
}

export function NoteDialog({ opened, close, ...props }: NoteDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={WORDS[props.to].title} opened={opened} close={close} busy={busy}>
      <NoteForm {...props} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

type NoteFormProps = Omit<NoteDialogProps, 'opened'> & { setBusy(busy: boolean): void }

function NoteForm({ finding, to, close, setBusy }: NoteFormProps) {
  const { label, button, failed } = WORDS[to]
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
      description="Other auditors read it beside the finding."
      maxLength={500}
      act={button}
      failed={failed}
      {...{ failure, pending, close, setBusy }}
      rules={(note) => rules({ status: to, note })}
      send={save}
    >
      <Text size="sm" className="ws-figures">
        {findingActor(finding)} {findingPredicate(finding)}
      </Text>
    </ReasonForm>
  )
}
