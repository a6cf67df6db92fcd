/**
 * Requests a mailed link for a new password.
 * The response does not reveal whether the account exists.
 */
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/accounts/accounts.module.css'
import { AccountsFrame } from '#web/features/accounts/accounts-frame.tsx'
import { useForgotPasswordMutation } from '#web/features/accounts/calls.ts'
import { FormFailure } from '#web/features/accounts/form-fields.tsx'
import { LinkSent } from '#web/features/accounts/link-sent.tsx'
import { deviceTokens } from '#web/lib/api/session.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { useTitle } from '#web/lib/hooks/page.ts'

const rules = validateBySchema(async () =>
  (await import('#contract/commands.ts')).SignInForm.pick({ identifier: true }),
)

export function ForgotPassword() {
  const [send, { error, isLoading }] = useForgotPasswordMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ initialValues: { identifier: '' }, validate: rules, validateInputOnBlur: true })
  useTitle('Forgot password')

  async function ask(identifier: string): Promise<void> {
    const answer = await send({ body: { identifier, devices: deviceTokens() } })
    if (answer.data) setSentTo(identifier)
  }
  const submit = form.onSubmit(
    ({ identifier }) => ask(identifier.trim()),
    () => form.getInputNode('identifier')?.focus(),
  )
  const failure = error && <FormFailure failure={error} text="The link could not be sent" />

  return (
    <AccountsFrame
      title="Forgot your password?"
      lead={sentTo ? 'Have a look at your mail.' : 'We send you a link that sets a new one.'}
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
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label="Email or employee ID"
              size="md"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('identifier')}
              key={form.key('identifier')}
            />
            {failure}
            <Button type="submit" size="md" fullWidth disabled={form.submitting}>
              {form.submitting ? 'Sending...' : 'Send link'}
            </Button>
          </Stack>
        </form>
      )}
      <p className={classes.otherwise}>
        Remembered it?{' '}
        <Anchor component={Link} to="/auth/signin" underline="always">
          Sign in
        </Anchor>
      </p>
    </AccountsFrame>
  )
}
