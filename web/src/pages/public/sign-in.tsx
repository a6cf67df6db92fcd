/** The sign-in page: email, phone number or employee ID, password, demo accounts. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Suspense, useEffect, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { EMPLOYEE_ID_PATTERN } from '#domain/city.ts'
import classes from '#web/features/accounts/accounts.module.css'
import { FormErrorAlert, PasswordField, SignInFrame, useStartSession } from '#web/features/accounts/accounts-frame.tsx'
import { useSignInMutation } from '#web/features/accounts/calls.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'
import { readDeviceTokens, useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useRestoredInput, useTitle } from '#web/lib/hooks/page.ts'
import { pathAfterSignIn } from '#web/pages/screen.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'

/** Loads separately; the sign-in form does not wait for the demo accounts. */
const DemoAccounts = lazyWithRetry(async () => (await import('#web/features/accounts/demo-accounts.tsx')).DemoAccounts)

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).SignInForm)

export function SignIn() {
  const { user } = useSession()
  const arrive = useStartSession()
  const { state } = useLocation()
  const notice = (state as { notice?: string } | null)?.notice
  const [send, { error }] = useSignInMutation()
  const [asksCode, setAsksCode] = useState(false)
  // False during prerendering in the build and the first render in the browser, then true.
  // Prerendering cannot wait for code that loads lazily.
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  const form = useForm({
    initialValues: { identifier: '', password: '', code: '' },
    validate: rules,
    validateInputOnBlur: true,
  })
  const formRef = useRestoredInput(form)
  useTitle(t`Sign in`)
  if (user) return <Navigate to={pathAfterSignIn(user.role, state)} replace />

  const submit = form.onSubmit(
    async ({ identifier, password, code }) => {
      const name = identifier.trim()
      const who = { [EMPLOYEE_ID_PATTERN.test(name) ? 'employee_id' : 'email']: name }
      const answer = await send({ body: { ...who, password, code: code || undefined, devices: readDeviceTokens() } })
      if (answer.data) return arrive(answer.data)
      const { code: wanted } = (answer.error as RequestFailure).errors ?? {}
      if (!wanted) return
      // The password was correct, but the second factor's code is missing or wrong.
      if (asksCode) form.setFieldError('code', wanted)
      setAsksCode(true)
    },
    (errors) => form.getInputNode(errors.identifier ? 'identifier' : 'password')?.focus(),
  )

  return (
    <SignInFrame title={t`Welcome back`} lead={t`Sign in to WasteSense.`}>
      {notice && (
        <p className={classes.notice} role="status">
          {notice}
        </p>
      )}
      {/* Before the app's script runs, the browser submits the form; POST keeps the password out of the URL. */}
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
          <PasswordField
            autoComplete="current-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          {asksCode && (
            <TextInput
              label={t`Code from your authenticator app, or a recovery code`}
              size="md"
              autoComplete="one-time-code"
              autoFocus
              maxLength={20}
              {...form.getInputProps('code')}
              key={form.key('code')}
            />
          )}
          <Anchor component={Link} to="/forgot-password" className={classes.forgot}>
            <Trans>Forgot password?</Trans>
          </Anchor>
          {error && !(error as RequestFailure).errors?.code && (
            <FormErrorAlert failure={error} text={t`You could not be signed in`} />
          )}
          <Button type="submit" size="md" fullWidth disabled={form.submitting}>
            {form.submitting ? t`Signing in...` : t`Sign In`}
          </Button>
        </Stack>
      </form>
      <p className={classes.otherwise}>
        <Trans>
          New here?{' '}
          <Anchor component={Link} to="/auth/signup" underline="always">
            Create account
          </Anchor>
        </Trans>
      </p>
      <p className={classes.otherwise}>
        <Trans>
          You report by phone?{' '}
          <Anchor component={Link} to="/auth/phone" underline="always">
            Use the web too
          </Anchor>
        </Trans>
      </p>
      {/* Demo accounts come last, because loading them must not move the form. */}
      {isRunning && (
        <Suspense>
          <DemoAccounts />
        </Suspense>
      )}
    </SignInFrame>
  )
}
