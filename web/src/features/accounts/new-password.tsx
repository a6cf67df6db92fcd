/** The field for a password that is being chosen, with the rule that it must keep. */
import type { PasswordInputProps } from '@mantine/core'
import { Password } from './password.tsx'

export function NewPassword(props: PasswordInputProps) {
  return (
    <Password
      description="Must be at least 8 characters long"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      {...props}
    />
  )
}
