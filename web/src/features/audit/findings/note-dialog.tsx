/** Explains a finding or closes it: either says why. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Finding } from '#contract/views.ts'
import type { Failure } from '#web/calls/api.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'
import { oneLine } from '../one-line.ts'
import { deedOf, whoOf } from './finding-words.ts'
import { useMove } from './use-move.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).MoveFinding)

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
  const { pending, failure, move } = useMove()
  const form = useForm({
    initialValues: { note: '' },
    validate: ({ note }) => rules({ status: to, note: oneLine(note) }),
  })
  useUnsaved(form.isDirty())

  const submit = form.onSubmit(async ({ note }) => {
    setBusy(true)
    try {
      const done = await move(finding.id, { status: to, note: oneLine(note) })
      if (!done) return
      toast('success', done)
      close()
    } catch (error) {
      form.setErrors((error as Failure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" className="ws-figures">
          {whoOf(finding)} {deedOf(finding)}
        </Text>
        <Textarea
          label={label}
          description="Other auditors read it beside the finding."
          size="md"
          autosize
          minRows={3}
          maxLength={500}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <ChangeFailure failure={failure} text={failed} />
        <Group grow>
          <Button variant="default" size="md" mih={48} onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" size="md" mih={48} px="xs" loading={pending}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
