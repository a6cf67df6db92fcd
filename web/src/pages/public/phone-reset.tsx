/** Form that sets a new password for a phone number, proved by a code sent by SMS. */
import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from 'react-router'
import { FormErrorAlert, NewPasswordField } from '#web/features/accounts/accounts-frame.tsx'
import {
  CodeField,
  CodeSentNotice,
  ResendOptions,
  useRequestResetCodeMutation,
  useResetByPhoneMutation,
} from '#web/features/accounts/phone-code.tsx'
import { type Failure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'

const resetRules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).ResetPasswordByPhone.pick({ code: true, password: true }),
)

interface PhoneResetProps {
  /** Phone number as the user typed it. A code was sent to this number. */
  phone: string
  /** Called to return to the form for another number or email. */
  other(): void
}

/** Form that sets a new password with the code sent by SMS. */
export function PasswordResetByPhone({ phone, other }: PhoneResetProps) {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [request, requested] = useRequestResetCodeMutation()
  const [send, { error }] = useResetByPhoneMutation()
  const attempt = useIdempotentRunner()
  const form = useForm({ initialValues: { code: '', password: '' }, validate: resetRules, validateInputOnBlur: true })

  const submit = form.onSubmit(
    async (values) => {
      const body = { phone, ...values }
      try {
        await attempt(body, (key) => send({ body, key }).unwrap())
      } catch (failure) {
        return form.setErrors((failure as Failure).errors ?? {})
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
          {error && !(error as Failure).errors && (
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
