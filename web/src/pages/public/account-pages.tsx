/** Public pages of an account: new password, email confirmation, deletion. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import classes from '#web/features/accounts/accounts.module.css'
import { AccountsFrame, useTokenOfAddress } from '#web/features/accounts/accounts-frame.tsx'
import {
  useConfirmEmailMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} from '#web/features/accounts/calls.ts'
import { FormFailure, NewPassword } from '#web/features/accounts/form-fields.tsx'
import { type Failure, useAttempt } from '#web/lib/api/api.ts'
import { deviceTokens, useSession } from '#web/lib/api/session.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useTitle, useTyped } from '#web/lib/hooks/page.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { homeOf } from '#web/pages/screen.ts'

const PAUSE_MS = 30_000

interface LinkSentProps {
  sentTo: string
  busy: boolean
  /** Error of the last attempt. */
  failure: ReactNode
  again(): Promise<void>
  /** Returns to the form, to enter another email or employee ID. */
  other(): void
}

/** Confirms that a link was sent. After a pause it offers to send it again. */
function LinkSent({ sentTo, busy, failure, again, other }: LinkSentProps) {
  const [since, setSince] = useState(Date.now)
  const left = Math.ceil((since + PAUSE_MS - useNow(1_000)) / 1_000)

  async function sendAgain() {
    await again()
    setSince(Date.now())
  }

  return (
    <Stack gap="md">
      <div className={classes.notice} role="status">
        <p>
          <Trans>
            If an account exists for <strong>{sentTo}</strong>, we have sent a link to its email address. The link works
            once and expires soon.
          </Trans>
        </p>
        <p>
          <Trans>No email after a few minutes? Check your spam folder, then send the link again.</Trans>
        </p>
      </div>
      {failure}
      <Button variant="default" size="md" fullWidth onClick={sendAgain} disabled={busy || left > 0}>
        {left > 0 ? t`Send again in ${withUnit(Math.min(left, PAUSE_MS / 1_000), 's')}` : t`Send again`}
      </Button>
      <Button variant="transparent" color="var(--ws-text)" size="md" fullWidth onClick={other}>
        <Trans>Use another email or employee ID</Trans>
      </Button>
    </Stack>
  )
}

const forgotRules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).SignInForm.pick({ identifier: true }),
)

/**
 * Requests a mailed link for a new password.
 * The answer does not reveal whether the account exists.
 */
export function ForgotPassword() {
  const [send, { error, isLoading }] = useForgotPasswordMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ initialValues: { identifier: '' }, validate: forgotRules, validateInputOnBlur: true })
  const formRef = useTyped(form)
  useTitle(t`Forgot password`)

  async function ask(identifier: string): Promise<void> {
    const answer = await send({ body: { identifier, devices: deviceTokens() } })
    if (answer.data) setSentTo(identifier)
  }
  const submit = form.onSubmit(
    ({ identifier }) => ask(identifier.trim()),
    () => form.getInputNode('identifier')?.focus(),
  )
  const failure = error && <FormFailure failure={error} text={t`The link could not be sent`} />

  return (
    <AccountsFrame
      title={t`Forgot your password?`}
      lead={sentTo ? t`Check your email.` : t`We will email you a link to set a new one.`}
    >
      {sentTo ? (
        <LinkSent
          sentTo={sentTo}
          busy={isLoading}
          failure={failure}
          again={() => ask(sentTo)}
          other={() => setSentTo(null)}
        />
      ) : (
        <form ref={formRef} method="post" onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label={t`Email or employee ID`}
              size="md"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('identifier')}
              key={form.key('identifier')}
            />
            {failure}
            <Button type="submit" size="md" fullWidth disabled={form.submitting}>
              {form.submitting ? t`Sending...` : t`Send link`}
            </Button>
          </Stack>
        </form>
      )}
      <p className={classes.otherwise}>
        <Trans>
          Remembered it?{' '}
          <Anchor component={Link} to="/auth/signin" underline="always">
            Sign in
          </Anchor>
        </Trans>
      </p>
    </AccountsFrame>
  )
}

const resetRules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).ResetPassword.pick({ password: true }),
)

/** Sets a new password with the token of a mailed link. */
export function ResetPassword() {
  const token = useTokenOfAddress()
  useTitle(t`New password`)
  return (
    <AccountsFrame title={t`Choose a new password`} lead={t`You will be signed out on all devices.`}>
      {token ? (
        <ResetForm token={token} />
      ) : (
        <FormFailure text={t`This link is incomplete. Open it from the email again.`} />
      )}
      <p className={classes.otherwise}>
        <Trans>
          Link not working?{' '}
          <Anchor component={Link} to="/forgot-password" underline="always">
            Request a new link
          </Anchor>
        </Trans>
      </p>
    </AccountsFrame>
  )
}

function ResetForm({ token }: { token: string }) {
  const { signOut } = useSession()
  const navigate = useNavigate()
  // Keeps the key of an attempt whose answer was lost, so that a retry returns the first result.
  const attempt = useAttempt()
  const [send, { error }] = useResetPasswordMutation()
  const form = useForm({ initialValues: { password: '' }, validate: resetRules, validateInputOnBlur: true })
  const formRef = useTyped(form)

  const submit = form.onSubmit(
    async ({ password }) => {
      const body = { token, password }
      try {
        await attempt(body, (key) => send({ body, key }).unwrap())
      } catch (failure) {
        const { password: wrong } = (failure as Failure).errors ?? {}
        return wrong ? form.setErrors({ password: wrong }) : undefined
      }
      signOut()
      navigate('/auth/signin', {
        replace: true,
        state: { notice: t`Your password has been changed. Sign in with the new one.` },
      })
    },
    () => form.getInputNode('password')?.focus(),
  )

  return (
    <form ref={formRef} method="post" onSubmit={submit} noValidate>
      <Stack gap="md">
        <NewPassword label={t`New password`} {...form.getInputProps('password')} key={form.key('password')} />
        {error && <FormFailure failure={error} text={t`Your password could not be changed`} />}
        <Button type="submit" size="md" fullWidth disabled={form.submitting}>
          {form.submitting ? t`Saving...` : t`Set new password`}
        </Button>
      </Stack>
    </form>
  )
}

/**
 * Confirms an email address with the token of a mailed link.
 * The user has to press a button, because mail scanners open links.
 */
export function ConfirmEmail() {
  const token = useTokenOfAddress()
  const { user, token: own, signIn } = useSession()
  const [confirm, { data, error, isLoading }] = useConfirmEmailMutation()
  // Keeps the key of a press whose answer was lost, so that a retry returns the first result.
  const attempt = useAttempt()
  useTitle(t`Confirm your email`)

  async function press() {
    const body = { token }
    // `error` shows the error above the button.
    const done = await attempt(body, (key) => confirm({ body, key }).unwrap()).catch(() => undefined)
    if (done && user?.unconfirmed && own) signIn({ user: { ...user, unconfirmed: undefined }, token: own })
  }

  return (
    <AccountsFrame title={t`Confirm your email`} lead={t`This shows that the address is yours.`}>
      <Stack gap="md">
        {data && (
          <p className={classes.notice} role="status">
            <Trans>Your email is confirmed. Thank you.</Trans>
          </p>
        )}
        {!data && token && (
          <Button size="md" fullWidth onClick={() => void press()} disabled={isLoading}>
            {isLoading ? t`Confirming...` : t`Confirm my email`}
          </Button>
        )}
        {error && <FormFailure failure={error} text={t`Your email could not be confirmed`} />}
        {!token && <FormFailure text={t`This link is incomplete. Open it from the email again.`} />}
      </Stack>
      <p className={classes.otherwise}>
        <Anchor component={Link} to={user ? homeOf(user.role) : '/auth/signin'} underline="always">
          {user ? t`Go to your dashboard` : t`Sign in`}
        </Anchor>
      </p>
    </AccountsFrame>
  )
}

/** Thanks a user who has just deleted the account. */
export function AccountDeleted() {
  const { farewell } = useSession()
  useTitle(t`Account deleted`)
  if (!farewell) return <Navigate to="/" replace />
  return (
    <AccountsFrame title={t`Your account is deleted`} lead={t`Thank you for helping to keep your zone clean.`}>
      <p role="status">
        <Trans>
          You are logged out. Nobody can read your name, email, phone and notes any more, not even in a backup.
        </Trans>
      </p>
      <Button component={Link} to="/" size="md" fullWidth>
        <Trans>Go to the start page</Trans>
      </Button>
    </AccountsFrame>
  )
}
