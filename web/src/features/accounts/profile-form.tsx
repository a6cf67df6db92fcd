/** Changes the user's own name and phone, the only editable fields of a profile. */
import { CommandButton } from '#web/components/command-button.tsx'
import '#web/components/inputs.ts'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '#contract/views.ts'
import { useAttempt } from '#web/calls/attempt.ts'
import { useSession } from '#web/calls/session.ts'
import { toast } from '#web/components/toasts.tsx'
import { checkedBy } from '#web/hooks/checked-by.ts'
import { FormFailure } from './form-failure.tsx'
import { useChangeProfileMutation } from './own-calls.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).ChangeProfile)

export function ProfileForm({ user, close }: { user: User; close(): void }) {
  const { token, signIn } = useSession()
  const [change, { error, isLoading }] = useChangeProfileMutation()
  const attempt = useAttempt()
  const form = useForm({ initialValues: { name: user.name, phone: user.phone ?? '' }, validate: rules })

  async function submit(body: typeof form.values) {
    try {
      const changed = await attempt(body, (key) => change({ body, key }).unwrap())
      if (token) signIn({ token, user: changed.user })
      toast('success', 'Profile saved', 'Reports that you made before keep the name of their time.')
      close()
    } catch {
      // `error` shows the reason above the buttons.
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="md">
        <TextInput label="Name" size="md" required autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label="Phone"
          description="Leave it empty for none."
          type="tel"
          size="md"
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
        {error && <FormFailure failure={error} text="Failed to save your profile" keepsText />}
        <Group>
          <CommandButton type="submit" size="md" mih={44} loading={isLoading}>
            Save
          </CommandButton>
          <Button variant="default" size="md" mih={44} disabled={isLoading} onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
