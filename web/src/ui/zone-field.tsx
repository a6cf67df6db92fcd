/** Zone field: a list of few zones, or a search by name among many. */
import { NativeSelect, TextInput } from '@mantine/core'
import { type FocusEventHandler, type ReactNode, useId } from 'react'

/** Most zones of a plain list. */
const FEW = 12

export interface ZoneFieldProps {
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
