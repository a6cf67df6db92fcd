/** Sign-up of a resident. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { Link, Navigate } from 'react-router'
import classes from '#web/features/accounts/accounts.module.css'
import { AccountsFrame } from '#web/features/accounts/accounts-frame.tsx'
import { useSignUpMutation, useZonesQuery } from '#web/features/accounts/calls.ts'
import { FormFailure, NewPassword } from '#web/features/accounts/form-fields.tsx'
import { type Failure, useAttempt } from '#web/lib/api/api.ts'
import { storeDeviceToken, useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useTitle, useTyped } from '#web/lib/hooks/page.ts'
import { homeOf } from '#web/pages/screen.ts'
import { ZoneField } from '#web/ui/fields.tsx'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).SignUp)
const FIELDS = ['name', 'email', 'phone', 'zone', 'password'] as const
const EMPTY = { name: '', email: '', phone: '', zone: '', password: '' }

export function SignUp() {
  const { user, signIn } = useSession()
  const [send, { error }] = useSignUpMutation()
  const attempt = useAttempt()
  const form = useForm({
    initialValues: EMPTY,
    validate: rules,
    validateInputOnBlur: true,
  })
  const { data: zones = [], isUninitialized, isLoading } = useZonesQuery()
  const { setFieldValue } = form
  useEffect(() => {
    if (zones[0]) setFieldValue('zone', (chosen) => chosen || (zones[0] ?? ''))
  }, [zones, setFieldValue])
  const waitsForZones = isUninitialized || isLoading || (zones.length > 0 && !form.values.zone)
  const formRef = useTyped(form, !waitsForZones)
  useTitle(t`Create account`)
  if (user) return <Navigate to={homeOf(user.role)} replace />

  const submit = form.onSubmit(
    async (values) => {
      const body = { ...values, role: 'resident' as const }
      try {
        const { user: made, token, device } = await attempt(body, (key) => send({ body, key }).unwrap())
        storeDeviceToken(device)
        signIn({ user: made, token })
      } catch (failure) {
        form.setErrors((failure as Failure).errors ?? {})
      }
    },
    (errors) => form.getInputNode(FIELDS.find((field) => errors[field]) ?? 'name')?.focus(),
  )

  return (
    <AccountsFrame title={t`Create your account`} lead={t`For residents. It takes a minute and costs nothing.`}>
      {/* Without the app the browser submits the form itself; POST keeps the password out of the address. */}
      <form ref={formRef} method="post" onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t`Full Name`}
            size="md"
            autoComplete="name"
            {...form.getInputProps('name')}
            key={form.key('name')}
          />
          <TextInput
            label={t`Email Address`}
            type="email"
            size="md"
            autoComplete="email"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <div className={classes.pair}>
            <TextInput
              label={t`Phone Number (optional)`}
              type="tel"
              size="md"
              autoComplete="tel"
              {...form.getInputProps('phone')}
              key={form.key('phone')}
            />
            <ZoneField label={t`Zone/Area`} zones={zones} {...form.getInputProps('zone')} key={form.key('zone')} />
          </div>
          <NewPassword {...form.getInputProps('password')} key={form.key('password')} />
          {error && <FormFailure failure={error} text={t`Failed to create account. Please try again.`} keepsText />}
          <Button type="submit" size="md" fullWidth disabled={form.submitting}>
            {form.submitting ? t`Creating account...` : t`Create Account`}
          </Button>
          <p className={classes.small}>
            <Trans>
              By creating an account you agree to the{' '}
              <Anchor component={Link} to="/terms" inherit underline="always">
                Terms of Service
              </Anchor>{' '}
              and the{' '}
              <Anchor component={Link} to="/privacy" inherit underline="always">
                Privacy Policy
              </Anchor>
              .
            </Trans>
          </p>
        </Stack>
      </form>
      <p className={classes.otherwise}>
        <Trans>
          Already have an account?{' '}
          <Anchor component={Link} to="/auth/signin" underline="always">
            Sign in
          </Anchor>
        </Trans>
      </p>
    </AccountsFrame>
  )
}
