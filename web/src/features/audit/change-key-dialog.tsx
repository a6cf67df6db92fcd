/** Dialog that changes the checkpoint key. It records a reason and then shows the verification key. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './audit.module.css'
import { useChangeCheckpointKeyMutation } from './calls.ts'
import { ReasonForm } from './reason-form.tsx'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangeCheckpointKey)

interface ContentProps {
  close(): void
  setBusy(busy: boolean): void
}

export function ChangeKeyDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Change checkpoint key`} opened={opened} close={close} busy={busy}>
      <Content close={close} setBusy={setBusy} />
    </Dialog>
  )
}

function Content(props: ContentProps) {
  const [key, setKey] = useState<string>()
  return key ? <Changed verifierKey={key} close={props.close} /> : <Ask {...props} show={setKey} />
}

function Ask({ close, setBusy, show }: ContentProps & { show(key: string): void }) {
  const { pending, failure, send } = useCommand('zones')
  const [changeKey] = useChangeCheckpointKeyMutation()

  async function change(reason: string) {
    const body = { reason }
    const done = await send(body, (key) => changeKey({ body, key }).unwrap())
    if (done) show(done.key)
  }

  return (
    <ReasonForm
      field="reason"
      label={t`Reason`}
      description={t`Auditors see the reason in the history. Do not write personal data.`}
      maxLength={200}
      act={t`Change key`}
      failed={t`The key was not changed`}
      {...{ failure, pending, close, setBusy }}
      rules={(reason) => rules({ reason })}
      send={change}
    >
      <Text size="sm">
        <Trans>Everyone who checks exported bundles needs the new key. This can’t be undone.</Trans>
      </Text>
    </ReasonForm>
  )
}

function Changed({ verifierKey, close }: { verifierKey: string; close(): void }) {
  const done = useRef<HTMLButtonElement>(null)
  // Moves the focus to the button, because the form that had the focus is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text role="status">
        <Trans>Key changed. Check new signatures with this key. Auditors see it too.</Trans>
      </Text>
      <p className={classes.command}>{verifierKey}</p>
      <Button ref={done} size="md" mih={48} onClick={close}>
        <Trans>Done</Trans>
      </Button>
    </Stack>
  )
}
