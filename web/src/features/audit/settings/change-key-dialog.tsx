/** Has another key sign checkpoints: for a reason, which the history keeps; then the key that checks them is shown. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#web/calls/api.ts'
import { ChangeFailure } from '#web/calls/change-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import type { DialogState } from '#web/components/lazy-dialog.tsx'
import { useCommand } from '#web/feed/use-command.ts'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { useUnsaved } from '#web/hooks/unsaved.ts'
import classes from '../audit.module.css'
import { oneLine } from '../one-line.ts'
import { useChangeCheckpointKeyMutation } from './calls.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).ChangeCheckpointKey)

interface ContentProps {
  close(): void
  setBusy(busy: boolean): void
}

export function ChangeKeyDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title="Change checkpoint key" opened={opened} close={close} busy={busy}>
      <Content close={close} setBusy={setBusy} />
    </Dialog>
  )
}

function Content(props: ContentProps) {
  const [key, setKey] = useState<string>()
  return key ? <Changed verifierKey={key} close={props.close} /> : <ReasonForm {...props} show={setKey} />
}

function ReasonForm({ close, setBusy, show }: ContentProps & { show(key: string): void }) {
  const { pending, failure, send } = useCommand('zones')
  const [changeKey] = useChangeCheckpointKeyMutation()
  const form = useForm({ initialValues: { reason: '' }, validate: ({ reason }) => rules({ reason: oneLine(reason) }) })
  useUnsaved(form.isDirty())

  const submit = form.onSubmit(async ({ reason }) => {
    const body = { reason: oneLine(reason) }
    setBusy(true)
    try {
      const done = await send(body, (key) => changeKey({ body, key }).unwrap())
      if (done) show(done.key)
    } catch (error) {
      form.setErrors((error as Failure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">Whoever checks bundles with the key of now must get the new one. This can’t be undone.</Text>
        <Textarea
          label="Reason"
          description="Auditors read it in the history, so write nothing personal."
          size="md"
          autosize
          minRows={2}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <ChangeFailure failure={failure} text="The key was not changed" />
        <Group grow>
          <Button variant="default" size="md" mih={48} onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" size="md" mih={48} loading={pending}>
            Change key
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Changed({ verifierKey, close }: { verifierKey: string; close(): void }) {
  const done = useRef<HTMLButtonElement>(null)
  // The form that had the focus is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text role="status">Another key signs from now on. This is the key that checks it; auditors see it, too.</Text>
      <p className={classes.command}>{verifierKey}</p>
      <Button ref={done} size="md" mih={48} onClick={close}>
        Done
      </Button>
    </Stack>
  )
}
