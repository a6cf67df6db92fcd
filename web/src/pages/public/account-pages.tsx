/** Public pages for accounts: new password, email confirmation, and after the deletion. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { toCanonicalPhone } from '#domain/contacts.ts'
import classes from '#web/features/accounts/accounts.module.css'
import {
  FormErrorAlert,
  NewPasswordField,
  SignInFrame,
  useTokenFromUrl,
} from '#web/features/accounts/accounts-frame.tsx'
import {
  useConfirmEmailMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
} from '#web/features/accounts/calls.ts'
import {
  CodeField,
  CodeSentNotice,
  ResendButton,
  ResendOptions,
  useRequestResetCodeMutation,
  useResetByPhoneMutation,
} from '#web/features/accounts/phone-code.tsx'
import { type RequestFailure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { readDeviceTokens, useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useRestoredInput, useTitle } from '#web/lib/hooks/page.ts'
import { homePathOf } from '#web/pages/screen.ts'

interface LinkSentProps {
  sentTo: string
  busy: boolean
  /** Error message of the last attempt. */
  failure: ReactNode
  again(): Promise<void>
  /** Returns to the form for another email, phone number or employee ID. */
  other(): void
}

/**
 * Says that a link was sent by email.
 * After a pause, offers to send another link.
 */
function LinkSent({ sentTo, busy, failure, again, other }: LinkSentProps) {
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
      <ResendButton busy={busy} again={again} />
      <Button variant="transparent" color="var(--ws-text)" size="md" fullWidth onClick={other}>
        <Trans>Use another email, number or ID</Trans>
      </Button>
    </Stack>
  )
}

const forgotRules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).SignInForm.pick({ identifier: true }),
)

/**
 * Page that requests a new password by mailed link or SMS code.
 * The answer does not reveal whether the account exists.
 */
export function ForgotPassword() {
  const [send, { error, isLoading }] = useForgotPasswordMutation()
  const [sendCode, code] = useRequestResetCodeMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const isPhone = sentTo !== null && toCanonicalPhone(sentTo) !== undefined
  const form = useForm({ initialValues: { identifier: '' }, validate: forgotRules, validateInputOnBlur: true })
  const formRef = useRestoredInput(form)
  useTitle(t`Forgot password`)

  async function ask(identifier: string): Promise<void> {
    const isNumber = toCanonicalPhone(identifier) !== undefined
    const answer = isNumber
      ? await sendCode({ body: { phone: identifier } })
      : await send({ body: { identifier, devices: readDeviceTokens() } })
    if (answer.data) return setSentTo(identifier)
    form.setErrors({ identifier: (answer.error as RequestFailure).errors?.phone })
  }
  const submit = form.onSubmit(
    ({ identifier }) => ask(identifier.trim()),
    () => form.getInputNode('identifier')?.focus(),
  )
  const failed = error ?? code.error
  const failure = failed && !form.errors.identifier && (
    <FormErrorAlert failure={failed} text={error ? t`The link could not be sent` : t`The code could not be sent`} />
  )

  return (
    <SignInFrame title={t`Forgot your password?`} lead={leadOf(sentTo, isPhone)}>
      {sentTo && isPhone ? (
        <PasswordResetByPhone phone={sentTo} other={() => setSentTo(null)} />
      ) : sentTo ? (
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
              label={t`Email, phone number or employee ID`}
              size="md"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('identifier')}
              key={form.key('identifier')}
            />
            {failure}
            <Button type="submit" size="md" fullWidth disabled={form.submitting}>
              {form.submitting ? t`Sending...` : t`Continue`}
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
    </SignInFrame>
  )
}

function leadOf(sentTo: string | null, isPhone: boolean): string {
  if (sentTo === null) return t`We send a link to your email, or a code to your phone.`
  return isPhone ? t`Check your phone.` : t`Check your email.`
}

const resetRules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).ResetPasswordBody.pick({ password: true }),
)

export function ResetPassword() {
  const token = useTokenFromUrl()
  useTitle(t`New password`)
  return (
    <SignInFrame title={t`Choose a new password`} lead={t`You will be signed out on all devices.`}>
      {token ? (
        <ResetForm token={token} />
      ) : (
        <FormErrorAlert text={t`This link is incomplete. Open it from the email again.`} />
      )}
      <p className={classes.otherwise}>
        <Trans>
          Link not working?{' '}
          <Anchor component={Link} to="/forgot-password" underline="always">
            Request a new link
          </Anchor>
        </Trans>
      </p>
    </SignInFrame>
  )
}

function ResetForm({ token }: { token: string }) {
  const { signOut } = useSession()
  const navigate = useNavigate()
  // Keeps an attempt's idempotency key.
  // A retry after a lost answer then returns the first result.
  const attempt = useIdempotentRunner()
  const [send, { error }] = useResetPasswordMutation()
  const form = useForm({ initialValues: { password: '' }, validate: resetRules, validateInputOnBlur: true })
  const formRef = useRestoredInput(form)

  const submit = form.onSubmit(
    async ({ password }) => {
      const body = { token, password }
      try {
        await attempt(body, (key) => send({ body, key }).unwrap())
      } catch (failure) {
        const { password: wrong } = (failure as RequestFailure).errors ?? {}
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
        <NewPasswordField label={t`New password`} {...form.getInputProps('password')} key={form.key('password')} />
        {error && <FormErrorAlert failure={error} text={t`Your password could not be changed`} />}
        <Button type="submit" size="md" fullWidth disabled={form.submitting}>
          {form.submitting ? t`Saving...` : t`Set new password`}
        </Button>
      </Stack>
    </form>
  )
}

/**
 * Page that confirms an email address with a mailed link's token.
 * The user must press a button, because mail scanners open links.
 */
export function ConfirmEmail() {
  const token = useTokenFromUrl()
  const { user, token: own, renew } = useSession()
  const [confirm, { data, error, isLoading }] = useConfirmEmailMutation()
  // Uses one idempotency key for all attempts of a button press.
  // A retry after a lost response then returns the first result.
  const attempt = useIdempotentRunner()
  useTitle(t`Confirm your email`)

  async function press() {
    const body = { token }
    // Ignores the rejection, because the page shows the error above the button.
    const done = await attempt(body, (key) => confirm({ body, key }).unwrap()).catch(() => undefined)
    if (done && user?.unconfirmed && own) renew({ user: { ...user, unconfirmed: undefined }, token: own })
  }

  return (
    <SignInFrame title={t`Confirm your email`} lead={t`This proves that the email address is yours.`}>
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
        {error && <FormErrorAlert failure={error} text={t`Your email could not be confirmed`} />}
        {!token && <FormErrorAlert text={t`This link is incomplete. Open it from the email again.`} />}
      </Stack>
      <p className={classes.otherwise}>
        <Anchor component={Link} to={user ? homePathOf(user.role) : '/auth/signin'} underline="always">
          {user ? t`Go to your dashboard` : t`Sign in`}
        </Anchor>
      </p>
    </SignInFrame>
  )
}

/** Page that thanks a user who has just deleted the account. */
export function AccountDeleted() {
  const { farewell } = useSession()
  useTitle(t`Account deleted`)
  if (!farewell) return <Navigate to="/" replace />
  return (
    <SignInFrame title={t`Your account is deleted`} lead={t`Thank you for helping to keep your zone clean.`}>
      <p role="status">
        <Trans>
          You are logged out. Nobody can read your name, email, phone and notes any more, not even in a backup.
        </Trans>
      </p>
      <Button component={Link} to="/" size="md" fullWidth>
        <Trans>Go to the start page</Trans>
      </Button>
    </SignInFrame>
  )
}

const phoneResetRules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).ResetPasswordByPhoneBody.pick({ code: true, password: true }),
)

interface PhoneResetProps {
  /** Phone number as typed, to which a code was sent. */
  phone: string
  /** Called when the user wants to enter another phone number or email. */
  other(): void
}

/** Form for a new password, proved by an SMS code to the phone. */
function PasswordResetByPhone({ phone, other }: PhoneResetProps) {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [request, requested] = useRequestResetCodeMutation()
  const [send, { error }] = useResetByPhoneMutation()
  const attempt = useIdempotentRunner()
  const form = useForm({
    initialValues: { code: '', password: '' },
    validate: phoneResetRules,
    validateInputOnBlur: true,
  })

  const submit = form.onSubmit(
    async (values) => {
      const body = { phone, ...values }
      try {
        await attempt(body, (key) => send({ body, key }).unwrap())
      } catch (failure) {
        return form.setErrors((failure as RequestFailure).errors ?? {})
      }
      signOut()
      navigate('/auth/signin', {
        replace: true,
        state: { notice: t`Your password has been changed. Sign in with the new one.` },
      })
    },
    (errors) => form.getInputNode(errors.code ? 'code' : 'password')?.focus(),
  )

  return (
    <Stack gap="md">
      <CodeSentNotice phone={phone} ifKnown />
      <form method="post" onSubmit={submit} noValidate>
        <Stack gap="md">
          <CodeField {...form.getInputProps('code')} key={form.key('code')} />
          <NewPasswordField label={t`New password`} {...form.getInputProps('password')} key={form.key('password')} />
          {error && !(error as RequestFailure).errors && (
            <FormErrorAlert failure={error} text={t`Your password could not be changed`} />
          )}
          <Button type="submit" size="md" fullWidth disabled={form.submitting}>
            {form.submitting ? t`Saving...` : t`Set new password`}
          </Button>
        </Stack>
      </form>
      <ResendOptions
        busy={requested.isLoading}
        failure={requested.error}
        again={async () => void (await request({ body: { phone } }))}
        other={other}
      />
    </Stack>
  )
}
