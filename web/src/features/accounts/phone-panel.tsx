/** A resident's phone number: linked by a code, changed, removed. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { User } from '#contract/views.ts'
import { toReadablePhone } from '#domain/contacts.ts'
import { type RequestFailure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './account.module.css'
import { FormErrorAlert } from './accounts-frame.tsx'
import { useMeQuery } from './calls.ts'
import {
  CodeField,
  CodeSentNotice,
  PhoneNumberForm,
  ResendOptions,
  useLinkPhoneMutation,
  useRequestPhoneCodeMutation,
  useUnlinkPhoneMutation,
} from './phone-code.tsx'

export function PhonePanel({ user }: { user: User }) {
  const { token, renew } = useSession()
  const [isLinking, setLinking] = useState(false)
  // Loads the account again, because the number may have been changed on another device.
  const { data: current = user } = useMeQuery(undefined, { refetchOnMountOrArgChange: true })
  const [own, setOwn] = useState<{ number: string | undefined }>()
  const linked = own ? own.number : current.sign_in_phone

  /** Shows a changed phone number at once, before the server's rows contain it. */
  function changed(number: string | undefined) {
    setOwn({ number })
    if (token) renew({ token, user: { ...user, sign_in_phone: number } })
  }
  const link = !isLinking && (
    <Button variant="default" onClick={() => setLinking(true)}>
      {linked ? t`Change` : t`Link a number`}
    </Button>
  )
  return (
    <Panel title={t`Phone and SMS`} aside={link}>
      {isLinking ? (
        <LinkNumber
          initial={linked ? '' : (user.phone ?? '')}
          linked={(number) => {
            setLinking(false)
            changed(number)
          }}
          close={() => setLinking(false)}
        />
      ) : linked ? (
        <Linked number={toReadablePhone(linked)} removed={user.email === '' ? undefined : () => changed(undefined)} />
      ) : (
        <p className={classes.hint}>
          <Trans>
            Link your number to report your bin by dialling a code on any phone. You can then also get SMS about your
            bin and sign in with your number.
          </Trans>
        </p>
      )}
    </Panel>
  )
}

interface LinkedProps {
  number: string
  /**
   * Called after the phone number was removed.
   * Undefined if the number cannot be removed, because it is the only way to sign in.
   */
  removed: (() => void) | undefined
}

function Linked({ number, removed }: LinkedProps) {
  const [isRemoving, setRemoving] = useState(false)
  const close = () => setRemoving(false)
  return (
    <Stack gap="sm">
      <dl className={classes.details}>
        <div className={classes.detail}>
          <dt>
            <Trans>Linked number</Trans>
          </dt>
          <dd>{number}</dd>
        </div>
      </dl>
      <p className={classes.hint}>
        <Trans>
          You can sign in with this number and report by dialling a code. In the menu that opens, press 0 to change the
          language or to switch SMS on or off.
        </Trans>
      </p>
      {removed && (
        <Group>
          <CommandButton
            variant="subtle"
            color="statusCritical"
            px="xs"
            ml={-8}
            mih={44}
            onClick={() => setRemoving(true)}
          >
            <Trans>Remove the number</Trans>
          </CommandButton>
          <Dialog title={t`Remove the number`} opened={isRemoving} close={close}>
            <RemoveNumber number={number} removed={removed} close={close} />
          </Dialog>
        </Group>
      )}
    </Stack>
  )
}

function RemoveNumber({ number, removed, close }: { number: string; removed(): void; close(): void }) {
  const [unlink, { error, isLoading }] = useUnlinkPhoneMutation()
  const attempt = useIdempotentRunner()

  async function remove() {
    // Ignores the rejection here, because `error` shows the reason above the button.
    const done = await attempt(number, (key) => unlink({ key }).unwrap()).catch(() => undefined)
    if (!done) return
    showToast('success', done.message)
    close()
    removed()
  }

  return (
    <Stack gap="md">
      <p className={classes.hint}>
        <Trans>
          You can no longer sign in with <span>{number}</span>. It gets no SMS, and when you dial, it counts as a new
          number. Your reports stay.
        </Trans>
      </p>
      {error && <FormErrorAlert failure={error} text={t`The number was not removed`} />}
      <DialogFooter act={t`Remove`} onAct={() => void remove()} close={close} pending={isLoading} final />
    </Stack>
  )
}

interface LinkNumberProps {
  /** Phone number that the form shows at first. */
  initial: string
  /** Called after a phone number was linked; `number` is in E.164 format. */
  linked(number: string): void
  close(): void
}

/** Links a number in two steps: the number, then its code. */
function LinkNumber({ initial, linked, close }: LinkNumberProps) {
  const [request, { error, isLoading }] = useRequestPhoneCodeMutation()
  const [asked, setAsked] = useState<{ phone: string; password: string }>()

  async function ask(body: { phone: string; password: string }) {
    const { data } = await request({ body })
    if (data) setAsked(body)
  }
  const cancel = (
    <Button variant="default" size="md" mih={44} fullWidth onClick={close}>
      <Trans>Cancel</Trans>
    </Button>
  )

  return (
    <div className={classes.form}>
      {asked === undefined ? (
        <PhoneNumberForm
          initial={initial}
          withPassword
          send={(phone, password) => ask({ phone, password })}
          failure={error}
          beside={cancel}
        />
      ) : (
        <>
          <CodeSentNotice phone={asked.phone} />
          <EnterCode phone={asked.phone} linked={linked} />
          <ResendOptions busy={isLoading} failure={error} again={() => ask(asked)} other={() => setAsked(undefined)} />
          {cancel}
        </>
      )}
    </div>
  )
}

const codeRules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).LinkPhoneBody.pick({ code: true }),
)

function EnterCode({ phone, linked }: { phone: string; linked: LinkNumberProps['linked'] }) {
  const [link, { error }] = useLinkPhoneMutation()
  const attempt = useIdempotentRunner()
  const form = useForm({ initialValues: { code: '' }, validate: codeRules })

  const submit = form.onSubmit(
    async ({ code }) => {
      const body = { phone, code }
      try {
        const done = await attempt(body, (key) => link({ body, key }).unwrap())
        showToast('success', done.message)
        linked(done.phone)
      } catch (failure) {
        form.setErrors((failure as RequestFailure).errors ?? {})
      }
    },
    () => form.getInputNode('code')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <CodeField data-autofocus {...form.getInputProps('code')} key={form.key('code')} />
      {error && !(error as RequestFailure).errors?.code && (
        <FormErrorAlert failure={error} text={t`The number was not linked`} />
      )}
      <CommandButton type="submit" size="md" mih={44} loading={form.submitting}>
        <Trans>Link this number</Trans>
      </CommandButton>
    </form>
  )
}
