/** Form fields: a grid of them, a number, a zone. */

import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEventHandler, type ReactNode, useId } from 'react'
import classes from './field-grid.module.css'

/** `cols` is the number of columns on a desktop; phones have half of them, rounded down. */
export function FieldGrid({ cols = 2, children }: { cols?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className={classes.grid} data-cols={cols}>
      {children}
    </div>
  )
}

interface NumberFieldProps extends TextInputProps {
  min?: number
  max?: number
  step?: number
}

/** A number field that ignores the mouse wheel. */
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

/** Most zones of a plain list. */
const FEW = 12

interface ZoneFieldProps {
  zones: readonly string[]
  value?: string
  onChange(zone: string): void
  label: string
  description?: string
  error?: ReactNode
  disabled?: boolean
  onFocus?: FocusEventHandler<HTMLElement>
  onBlur?: FocusEventHandler<HTMLElement>
  'data-path'?: string
  'data-autofocus'?: boolean
}

/** Zone field: a list of few zones, or a search by name among many. */
export function ZoneField({ zones, value = '', onChange, ...props }: ZoneFieldProps) {
  const listId = useId()
  if (zones.length <= FEW) {
    // A zone that no longer exists stays visible instead of being replaced silently.
    const data = zones.includes(value) ? [...zones] : [{ value, label: value || 'Select a zone' }, ...zones]
    return (
      <NativeSelect
        size="md"
        {...props}
        data={data}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <>
      <TextInput
        size="md"
        {...props}
        list={listId}
        autoComplete="off"
        placeholder="Type a part of its name"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
