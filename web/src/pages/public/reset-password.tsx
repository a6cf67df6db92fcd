/** Sets a new password with the token of a mailed link. */
import { Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from 'react-router'
import classes from '#web/features/accounts/accounts.module.css'
import { AccountsFrame, useTokenOfAddress } from '#web/features/accounts/accounts-frame.tsx'
import { useResetPasswordMutation } from '#web/features/accounts/calls.ts'
import { FormFailure, NewPassword } from '#web/features/accounts/form-fields.tsx'
import { type Failure, useAttempt } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useTitle } from '#web/lib/hooks/page.ts'

const rules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).ResetPassword.pick({ password: true }),
)

export function ResetPassword() {
  const token = useTokenOfAddress()
  useTitle('New password')
  return (
    <AccountsFrame title="Choose a new password" lead="It ends your sessions on all devices.">
      {token ? (
        <ResetForm token={token} />
      ) : (
        <FormFailure text="This link is not complete. Open it from the mail again." />
      )}
      <p className={classes.otherwise}>
        The link does not work?{' '}
        <Anchor component={Link} to="/forgot-password" underline="always">
          Ask for a new one
        </Anchor>
      </p>
    </AccountsFrame>
  )
}

function ResetForm({ token }: { token: string }) {
  const { signOut } = useSession()
  const navigate = useNavigate()
  // The key of a repeated attempt after a lost response returns the first result.
  const attempt = useAttempt()
  const [send, { error }] = useResetPasswordMutation()
  const form = useForm({ initialValues: { password: '' }, validate: rules, validateInputOnBlur: true })

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
        state: { notice: 'Your password is changed. Sign in with the new one.' },
      })
    },
    () => form.getInputNode('password')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NewPassword label="New password" {...form.getInputProps('password')} key={form.key('password')} />
        {error && <FormFailure failure={error} text="Your password could not be changed" />}
        <Button type="submit" size="md" fullWidth disabled={form.submitting}>
          {form.submitting ? 'Saving...' : 'Set new password'}
        </Button>
      </Stack>
    </form>
  )
}
