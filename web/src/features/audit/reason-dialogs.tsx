/**
 * Audit dialogs: reveal a name, note a finding, change the checkpoint key.
 * They share a form and load together on first use.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Finding, User } from '#contract/views.ts'
import { api, type RequestFailure } from '#web/lib/api/api.ts'
import { AUDIT_POSITION_ROOM } from '#web/lib/api/audit-events.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { useUnsavedChanges, validateBySchema } from '#web/lib/hooks/forms.ts'
import { ChangeErrorAlert, Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import type { DialogState } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import classes from './audit.module.css'
import { findingSentenceOf, useFindingStatus } from './findings.ts'
import history from './history.module.css'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    openPerson: build.mutation(defineCommand('openPerson')),
    changeCheckpointKey: build.mutation(defineCommand('changeCheckpointKey')),
  }),
})

/** Replaces line breaks by spaces. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

interface ReasonFormProps {
  /** Name of the request field that takes the text entered in the dialog. */
  field: 'reason' | 'note'
  label: string
  /** Text that says who will read the entered reason or note. */
  description: string
  maxLength: number
  /** Label of the submit button. */
  act: string
  /** Title of the error message if the command fails. */
  failed: string
  failure: RequestFailure | null
  pending: boolean
  /**
   * Validates the text that the user entered in the dialog.
   * Returns error messages by field.
   */
  rules(text: string): ReturnType<ReturnType<typeof validateBySchema>>
  /**
   * Sends the command with the text.
   * Rejects with a Failure if the command fails.
   */
  send(text: string): Promise<void>
  close(): void
  setBusy(busy: boolean): void
  /** Text above the input field that names what the dialog's action changes. */
  children?: ReactNode
}

function ReasonForm({ field, act, failed, failure, pending, rules, send, close, setBusy, ...shown }: ReasonFormProps) {
  const form = useForm<Record<string, string>>({
    initialValues: { [field]: '' },
    validate: (values) => rules(oneLine(values[field] ?? '')),
  })
  useUnsavedChanges(form.isDirty())

  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    try {
      await send(oneLine(values[field] ?? ''))
    } catch (error) {
      form.setErrors((error as RequestFailure).errors ?? {})
    } finally {
      setBusy(false)
    }
  })

  const { children, ...texts } = shown
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <Textarea size="md" autosize minRows={2} data-autofocus {...texts} {...form.getInputProps(field)} />
        <ChangeErrorAlert failure={failure} text={failed} />
        <DialogFooter act={act} close={close} pending={pending} />
      </Stack>
    </form>
  )
}

/**
 * Button that closes a finished dialog.
 * Takes the focus, because the form is gone.
 */
function DoneButton({ close, describedBy }: { close(): void; describedBy?: string }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} aria-describedby={describedBy} size="md" mih={48} onClick={close}>
      <Trans>Done</Trans>
    </Button>
  )
}

const revealRules = validateBySchema(async () => (await import('#contract/commands.ts')).RevealPersonNameBody)

export interface PseudonymousPerson {
  id: string
  pseudonym: string
}

interface RevealNameDialogProps extends DialogState {
  person: PseudonymousPerson
}

/**
 * Reveals the name behind a pseudonym.
 * The auditor gives a reason, which the person can read.
 * The name is only shown, never stored.
 */
export function RevealNameDialog({ person, opened, close }: RevealNameDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Show name of ${{ pseudonym: person.pseudonym }}`} opened={opened} close={close} busy={busy}>
      <NameContent key={person.id} id={person.id} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface NameContentProps {
  id: string
  close(): void
  setBusy(busy: boolean): void
}

/**
 * Content of the dialog that reveals a person's name.
 * It is mounted only while the dialog is open, so closing also discards the name.
 */
function NameContent(props: NameContentProps) {
  const [person, setPerson] = useState<User>()
  return person ? <RevealedName person={person} close={props.close} /> : <NameForm {...props} show={setPerson} />
}

function NameForm({ id, close, setBusy, show }: NameContentProps & { show(person: User): void }) {
  const { pending, failure, send } = useCommand(AUDIT_POSITION_ROOM)
  const [openPerson] = calls.useOpenPersonMutation()

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
      rules={(reason) => revealRules({ reason })}
      send={open}
    />
  )
}

function RevealedName({ person: { name, email, phone }, close }: { person: User; close(): void }) {
  const factsId = useId()
  return (
    <Stack gap="md">
      <dl id={factsId} className={history.facts}>
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
      <DoneButton close={close} describedBy={factsId} />
    </Stack>
  )
}

const noteRules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangeFindingStatusBody)

const noteTexts = () => ({
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

interface NoteDialogProps extends DialogState {
  finding: Finding
  to: keyof ReturnType<typeof noteTexts>
}

/** Explains or closes a finding, with a note. */
export function NoteDialog({ opened, close, ...props }: NoteDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={noteTexts()[props.to].title} opened={opened} close={close} busy={busy}>
      <NoteForm {...props} close={close} setBusy={setBusy} />
    </Dialog>
  )
}

type NoteFormProps = Omit<NoteDialogProps, 'opened'> & { setBusy(busy: boolean): void }

function NoteForm({ finding, to, close, setBusy }: NoteFormProps) {
  const { label, button, failed } = noteTexts()[to]
  const { pending, failure, move } = useFindingStatus()

  async function save(note: string) {
    const done = await move(finding.id, { status: to, note })
    if (!done) return
    showToast('success', done)
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
      rules={(note) => noteRules({ status: to, note })}
      send={save}
    >
      <Text size="sm" className="ws-figures">
        {findingSentenceOf(finding)}
      </Text>
    </ReasonForm>
  )
}

const keyRules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangeCheckpointKeyBody)

/** Changes the checkpoint key: records a reason, then shows the verification key. */
export function ChangeKeyDialog({ opened, close }: DialogState) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t`Change checkpoint key`} opened={opened} close={close} busy={busy}>
      <KeyContent close={close} setBusy={setBusy} />
    </Dialog>
  )
}

interface KeyContentProps {
  close(): void
  setBusy(busy: boolean): void
}

function KeyContent(props: KeyContentProps) {
  const [key, setKey] = useState<string>()
  return key ? <ChangedKey verifierKey={key} close={props.close} /> : <KeyForm {...props} show={setKey} />
}

function KeyForm({ close, setBusy, show }: KeyContentProps & { show(key: string): void }) {
  const { pending, failure, send } = useCommand('zones')
  const [changeKey] = calls.useChangeCheckpointKeyMutation()

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
      rules={(reason) => keyRules({ reason })}
      send={change}
    >
      <Text size="sm">
        <Trans>Everyone who checks exported bundles needs the new key. This can’t be undone.</Trans>
      </Text>
    </ReasonForm>
  )
}

function ChangedKey({ verifierKey, close }: { verifierKey: string; close(): void }) {
  return (
    <Stack gap="md">
      <Text role="status">
        <Trans>Key changed. Check new signatures with this key. Auditors see it too.</Trans>
      </Text>
      <p className={classes.command}>{verifierKey}</p>
      <DoneButton close={close} />
    </Stack>
  )
}
