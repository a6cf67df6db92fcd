/** Asks for a link by mail that sets a new password. Whether the account exists is told to nobody. */
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText } from '#web/app/api.ts'
import { knownDevices } from '#web/app/devices.ts'
import { checkedBy } from '#web/components/checked-by.ts'
import { useTitle } from '../../components/shell/title.ts'
import classes from './accounts.module.css'
import { AccountsFrame } from './accounts-frame.tsx'
import { useForgotPasswordMutation } from './calls.ts'
import { FormFailure } from './form-failure.tsx'
import { LinkSent } from './link-sent.tsx'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).SignInForm.pick({ identifier: true }))

export function ForgotPassword() {
  const [send, { error, isLoading }] = useForgotPasswordMutation()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({ initialValues: { identifier: '' }, validate: rules, validateInputOnBlur: true })
  useTitle('Forgot password')

  async function ask(identifier: string): Promise<void> {
    const answer = await send({ identifier, devices: knownDevices() })
    if (answer.data) setSentTo(identifier)
  }
  const submit = form.onSubmit(
    ({ identifier }) => ask(identifier.trim()),
    () => form.getInputNode('identifier')?.focus(),
  )
  const failure = error && <FormFailure text={failureText(error, 'The link could not be sent. Please try again.')} />

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
