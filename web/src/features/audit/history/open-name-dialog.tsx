/**
 * Reveals the name behind a pseudonym.
 * The auditor gives a reason, which the person can read.
 * The name is only shown, never stored.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { User } from '#contract/views.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { AUDIT_POSITION_ROOM } from '../calls.ts'
import { ReasonForm } from '../reason-form.tsx'
import { useOpenPersonMutation } from './calls.ts'
import classes from './drawer.module.css'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).RevealPersonName)

export interface PseudonymousPerson {
  id: string
  pseudonym: string
}

export interface RevealNameDialogProps extends DialogState {
  person: PseudonymousPerson
}

export function RevealNameDialog({ person, opened, close }: RevealNameDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Show name of ${{ pseudonym: person.pseudonym }}`} opened={opened} close={close} busy={busy}>
      <Content key={person.id} id={person.id} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface ContentProps {
  id: string
  close(): void
  setBusy(busy: boolean): void
}

/** Content of the dialog. It is mounted only while the dialog is open, so that the name disappears with it. */
function Content(props: ContentProps) {
  const [person, setPerson] = useState<User>()
  return person ? <Opened person={person} close={props.close} /> : <Ask {...props} show={setPerson} />
}

function Ask({ id, close, setBusy, show }: ContentProps & { show(person: User): void }) {
  const { pending, failure, send } = useCommand(AUDIT_POSITION_ROOM)
  const [openPerson] = useOpenPersonMutation()

  async function open(reason: string) {
    const body = { reason }
    const done = await send({ id, ...body }, (key) => openPerson({ id, body, key }).unwrap())
    if (done) show(done.person)
  }

  return (
    <ReasonForm
      field="reason"
      label={t`Reason`}
      description={t`The person sees this on their profile, with your name.`}
      maxLength={200}
      act={t`Show name`}
      failed={t`The name could not be shown`}
      {...{ failure, pending, close, setBusy }}
      rules={(reason) => rules({ reason })}
      send={open}
    />
  )
}

function Opened({ person: { name, email, phone }, close }: { person: User; close(): void }) {
  const factsId = useId()
  const done = useRef<HTMLButtonElement>(null)
  // Moves the focus to the button 'Done', because the form that had the focus is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <Stack gap="md">
      <dl id={factsId} className={classes.facts}>
        <dt>
          <Trans>Name</Trans>
        </dt>
        <dd>{name}</dd>
        <dt>
          <Trans>Email</Trans>
        </dt>
        <dd>{email}</dd>
        <dt>
          <Trans>Phone</Trans>
        </dt>
        <dd>{phone ?? t`Not provided`}</dd>
      </dl>
      <Text size="sm" c="dimmed">
        <Trans>
          These details do not stay on the screen. Showing them again adds another entry to the person’s profile.
        </Trans>
      </Text>
      <Button ref={done} aria-describedby={factsId} size="md" mih={48} onClick={close}>
        <Trans>Done</Trans>
      </Button>
    </Stack>
  )
}
