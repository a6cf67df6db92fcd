/** A number field that ignores the mouse wheel. */
import { TextInput, type TextInputProps } from '@mantine/core'

export interface NumberFieldProps extends TextInputProps {
  min?: number
  max?: number
  step?: number
}

export function NumberField(props: NumberFieldProps) {
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      autoComplete="off"
      onWheel={(event) => event.currentTarget.blur()}
      {...props}
    />
  )
}
