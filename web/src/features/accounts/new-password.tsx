/** Field for a new password, with its rule. */
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
