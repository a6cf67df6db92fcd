/** A password field with a visibility toggle. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'

export function Password(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      label="Password"
      size="md"
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': visible ? 'Hide password' : 'Show password' }}
      {...props}
    />
  )
}
