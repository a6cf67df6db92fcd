/** The phone number of a resident in the profile: linked by a code, changed, removed. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { User } from '#contract/views.ts'
import { readablePhone } from '#domain/phone.ts'
import { type Failure, useAttempt } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './account.module.css'
import { useLinkPhoneMutation, useRequestPhoneCodeMutation, useUnlinkPhoneMutation } from './calls.ts'
import { FormFailure } from './form-fields.tsx'
import { AskForNumber, CodeField, CodeSent, OtherWays } from './phone-code.tsx'

export function PhonePanel({ user }: { user: User }) {
  const [isLinking, setLinking] = useState(false)
  const linked = user.sign_in_phone
  const link = !isLinking && (
    <Button variant="default" onClick={() => setLinking(true)}>
      {linked ? t`Change` : t`Link a number`}
    </Button>
  )
  return (
    <Panel title={t`Phone and SMS`} aside={link}>
      {isLinking ? (
        <LinkNumber user={user} close={() => setLinking(false)} />
      ) : linked ? (
        <Linked user={user} number={readablePhone(linked)} />
      ) : (
        <p className={classes.hint}>
          <Trans>
            Link your number to report by dialling, also without a smartphone. You can then get SMS about your bin and
            sign in with your number.
          </Trans>
        </p>
      )}
    </Panel>
  )
}

function Linked({ user, number }: { user: User; number: string }) {
  const [isRemoving, setRemoving] = useState(false)
  const close = () => setRemoving(false)
  return (
    <>
      <dl className={classes.details}>
        <div className={classes.detail}>
          <dt>{t`Linked number`}</dt>
          <dd>{number}</dd>
        </div>
      </dl>
      <p className={classes.hint}>
        <Trans>
          You can sign in with this number and report by dialling. In the phone’s menu, 0 changes the language. An SMS
          with STOP ends all SMS.
        </Trans>
      </p>
      {user.email && (
        <div className={classes.save}>
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
        </div>
      )}
      <Dialog title={t`Remove the number`} opened={isRemoving} close={close}>
        <RemoveNumber user={user} number={number} close={close} />
      </Dialog>
    </>
  )
}

function RemoveNumber({ user, number, close }: { user: User; number: string; close(): void }) {
  const { token, signIn } = useSession()
  const [unlink, { error, isLoading }] = useUnlinkPhoneMutation()
  const attempt = useAttempt()

  async function remove() {
    const done = await attempt(number, (key) => unlink({ key }).unwrap()).catch(() => undefined)
    if (!done) return
    if (token) signIn({ token, user: { ...user, sign_in_phone: undefined } })
    toast('success', done.message)
    close()
  }

  return (
    <Stack gap="md">
      <p className={classes.text}>
        <Trans>
          <span>{number}</span> no longer signs in, gets no SMS and is a new number to the phone’s menu. Your reports
          stay.
        </Trans>
      </p>
      {error && <FormFailure failure={error} text={t`The number was not removed`} />}
      <DialogFoot act={t`Remove`} onAct={() => void remove()} close={close} pending={isLoading} final />
    </Stack>
  )
}

/** Two steps: the number, then the code that was sent to it. */
function LinkNumber({ user, close }: { user: User; close(): void }) {
  const [request, { error, isLoading }] = useRequestPhoneCodeMutation()
  const [phone, setPhone] = useState<string>()

  async function ask(number: string) {
    const { data } = await request({ body: { phone: number } })
    if (data) setPhone(number)
  }
  const cancel = (
    <Button variant="default" size="md" mih={44} fullWidth onClick={close}>
      <Trans>Cancel</Trans>
    </Button>
  )

  return (
    <div className={classes.form}>
      {phone === undefined ? (
        <AskForNumber
          initial={user.sign_in_phone ? '' : (user.phone ?? '')}
          send={ask}
          failure={error}
          beside={cancel}
        />
      ) : (
        <>
          <CodeSent phone={phone} />
          <EnterCode user={user} phone={phone} close={close} />
          <OtherWays busy={isLoading} failure={error} again={() => ask(phone)} other={() => setPhone(undefined)} />
          {cancel}
        </>
      )}
    </div>
  )
}

const codeRules = validateBySchema(async () => (await import('#contract/commands.ts')).LinkPhone.pick({ code: true }))

function EnterCode({ user, phone, close }: { user: User; phone: string; close(): void }) {
  const { token, signIn } = useSession()
  const [link, { error }] = useLinkPhoneMutation()
  const attempt = useAttempt()
  const form = useForm({ initialValues: { code: '' }, validate: codeRules })

  const submit = form.onSubmit(
    async ({ code }) => {
      const body = { phone, code }
      try {
        const done = await attempt(body, (key) => link({ body, key }).unwrap())
        if (token) signIn({ token, user: { ...user, sign_in_phone: done.phone } })
        toast('success', done.message)
        close()
      } catch (failure) {
        form.setErrors((failure as Failure).errors ?? {})
      }
    },
    () => form.getInputNode('code')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <CodeField data-autofocus {...form.getInputProps('code')} key={form.key('code')} />
      {error && !(error as Failure).errors?.code && <FormFailure failure={error} text={t`The number was not linked`} />}
      <CommandButton type="submit" size="md" mih={44} loading={form.submitting}>
        <Trans>Link this number</Trans>
      </CommandButton>
    </form>
  )
}
