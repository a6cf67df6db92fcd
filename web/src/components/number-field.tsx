/** A number to type in: the keyboard and the steps of a number, and no change by a slip of the wheel. */
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
