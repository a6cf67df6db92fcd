/** The page where people who report by phone get a web sign-in. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import classes from '#web/features/accounts/accounts.module.css'
import {
  FormErrorAlert,
  NewPasswordField,
  SignInFrame,
  useStartSession,
} from '#web/features/accounts/accounts-frame.tsx'
import {
  CodeField,
  CodeSentNotice,
  PhoneNumberForm,
  ResendOptions,
  useClaimByPhoneMutation,
  useRequestClaimCodeMutation,
} from '#web/features/accounts/phone-code.tsx'
import { type RequestFailure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { homePathOf } from '#web/pages/screen.ts'

/**
 * Page that adds an email and a password to an account made by phone.
 * A code by SMS proves the number.
 * Reports and zone stay.
 */
export function ClaimPhone() {
  const { user } = useSession()
  const [request, { error, isLoading }] = useRequestClaimCodeMutation()
  const [phone, setPhone] = useState<string>()
  useTitle(t`You report by phone`)
  if (user) return <Navigate to={homePathOf(user.role)} replace />

  async function ask(number: string) {
    const { data } = await request({ body: { phone: number } })
    if (data) setPhone(number)
  }

  return (
    <SignInFrame
      title={t`You report by phone?`}
      lead={t`Use the web too: you keep your bin, your zone and your reports.`}
    >
      {phone === undefined ? (
        <PhoneNumberForm send={ask} failure={error} />
      ) : (
        <Stack gap="md">
          <CodeSentNotice phone={phone} ifKnown />
          <ClaimForm phone={phone} />
          <ResendOptions busy={isLoading} failure={error} again={() => ask(phone)} other={() => setPhone(undefined)} />
        </Stack>
      )}
      <p className={classes.otherwise}>
        <Trans>
          Already have a password?{' '}
          <Anchor component={Link} to="/auth/signin" underline="always">
            Sign in
          </Anchor>
        </Trans>
      </p>
    </SignInFrame>
  )
}

const claimRules = validateBySchema(async () => (await import('#contract/commands.ts')).ClaimAccountByPhoneBody)
const FIELDS = ['code', 'name', 'email', 'password'] as const
const EMPTY = { code: '', name: '', email: '', password: '' }

/** Returns the request without an empty name, because the account keeps its name. */
const claimOf = (phone: string, { name, ...others }: typeof EMPTY) => ({
  phone,
  ...others,
  ...(name.trim() !== '' && { name }),
})

function ClaimForm({ phone }: { phone: string }) {
  const arrive = useStartSession()
  const [claim, { error }] = useClaimByPhoneMutation()
  const attempt = useIdempotentRunner()
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => claimRules(claimOf(phone, values)),
    validateInputOnBlur: true,
  })

  const submit = form.onSubmit(
    async (values) => {
      const body = claimOf(phone, values)
      try {
        const { user, token, device } = await attempt(body, (key) => claim({ body, key }).unwrap())
        arrive({ user, token, ...(device && { device }) })
      } catch (failure) {
        form.setErrors((failure as RequestFailure).errors ?? {})
      }
    },
    (errors) => form.getInputNode(FIELDS.find((field) => errors[field]) ?? 'code')?.focus(),
  )

  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap="md">
        <CodeField {...form.getInputProps('code')} key={form.key('code')} />
        <TextInput
          label={t`Full Name (optional)`}
          description={t`Leave it empty to keep the name that you gave by phone.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
        <NewPasswordField {...form.getInputProps('password')} key={form.key('password')} />
        {error && !(error as RequestFailure).errors && (
          <FormErrorAlert failure={error} text={t`Your account could not be set up`} />
        )}
        <Button type="submit" size="md" fullWidth disabled={form.submitting}>
          {form.submitting ? t`Signing in...` : t`Set up and sign in`}
        </Button>
      </Stack>
    </form>
  )
}
