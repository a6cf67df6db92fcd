/** Day field of the history's filter, with the formats of every date field. */
import { TextInput } from '@mantine/core'
import { useTypedDate } from '#web/components/date-field/use-typed-date.ts'
import { isDate } from '#web/format/dates.ts'
import type { Filter } from './history-state.ts'

interface DayFilterProps {
  name: 'from' | 'to'
  label: string
  filter: Filter
  errors: Readonly<Record<string, string>>
  change(part: Filter): void
}

export function DayFilter({ name, label, filter, errors, change }: DayFilterProps) {
  const value = filter[name] ?? ''
  const date = useTypedDate({
    // An invalid date of the address stays visible with its error.
    ...(isDate(value) ? { value } : { value: null, unread: value }),
    choose: (day) => (day ?? '') !== value && change({ [name]: day ?? '' }),
  })
  return (
    <TextInput
      label={label}
      placeholder="Such as 19 Nov"
      size="sm"
      autoComplete="off"
      value={date.text}
      error={date.error ?? errors[name]}
      onChange={({ currentTarget }) => date.type(currentTarget.value)}
      onBlur={() => void date.commit()}
      onKeyDown={({ key }) => key === 'Enter' && void date.commit()}
    />
  )
}
