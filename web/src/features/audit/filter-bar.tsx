/**
 * History filters, and a field to jump to a date or position.
 * Phones show both behind a button.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ACTOR_ROLES } from '#contract/audit/event-subjects.ts'
import { localDayOf } from '#domain/city-time.ts'
import { getInvalidDateText, isDate } from '#web/lib/format/dates.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useTypedDate } from '#web/ui/date-field/date-field.tsx'
import classes from './history.module.css'
import {
  describeHistoryFilter,
  eventTypeNameOf,
  FILTER_NAMES,
  type FilterName,
  type HistoryFilterValues,
  type HistoryListState,
  parseStart,
  roleTextOf,
  useAuditFacetsQuery,
} from './history.ts'

const jumpError = () => `${getInvalidDateText()} ${t`An event number is a number, such as 1234.`}`

interface FilterBarProps {
  /**
   * True after the server has indexed the log.
   * Before, the possible values of the filters are unknown.
   */
  isRead: boolean
  filter: HistoryFilterValues
  /** Error messages by filter name. */
  errors: Readonly<Record<string, string>>
  change(part: HistoryFilterValues): void
  jump(start: HistoryListState['start']): void
}

export function FilterBar({ isRead, filter, errors, change, jump }: FilterBarProps) {
  const [opened, setOpen] = useState(false)
  // The filters stay open while one of them has an error.
  const open = opened || FILTER_NAMES.some((name) => errors[name])
  const { data: facets } = useAuditFacetsQuery(undefined, { skip: !isRead, refetchOnMountOrArgChange: true })
  const set = FILTER_NAMES.filter((name) => filter[name])
  const shared = { filter, errors, change }
  return (
    <search className={classes.bar} aria-label={t`History`}>
      <div className={classes.top}>
        <JumpForm jump={jump} />
        <Button
          className={classes.toggle}
          variant="default"
          size="sm"
          mih={36}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {set.length > 0 ? t`Filters (${{ count: set.length }})` : t`Filters`}
        </Button>
      </div>
      <div className={classes.fields} data-open={open || undefined}>
        <DayFilter name="from" label={t`From`} {...shared} />
        <DayFilter name="to" label={t`To`} {...shared} />
        <ChoiceFilter name="kind" label={t`Kind`} {...shared} values={facets?.kinds ?? []} words={eventTypeNameOf} />
        <ChoiceFilter name="role" label={t`Role`} {...shared} values={ACTOR_ROLES} words={roleTextOf} />
        <ChoiceFilter name="zone" label={t`Zone`} {...shared} values={facets?.zones ?? []} words={String} />
        <TextFilter name="actor" label={t`Who`} placeholder={t`Such as 7F3A91C2`} {...shared} />
        <TextFilter name="thing" label={t`About`} placeholder={t`Such as T001`} {...shared} />
      </div>
      {set.length > 0 && <FilterChips {...shared} set={set} />}
    </search>
  )
}

interface FilterFieldProps extends Pick<FilterBarProps, 'filter' | 'errors' | 'change'> {
  name: FilterName
  label: string
}

function TextFilter({ name, label, filter, errors, change, ...more }: FilterFieldProps & { placeholder: string }) {
  const value = filter[name] ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed !== null && typed.trim() !== value) change({ [name]: typed.trim() })
    setTyped(null)
  }
  return (
    <TextInput
      label={label}
      size="sm"
      {...more}
      value={typed ?? value}
      error={errors[name]}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  )
}

interface DayFilterProps extends FilterFieldProps {
  name: 'from' | 'to'
}

/**
 * Date filter of the history.
 * It accepts every date field's formats.
 */
function DayFilter({ name, label, filter, errors, change }: DayFilterProps) {
  const value = filter[name] ?? ''
  const date = useTypedDate({
    // If the address has an invalid date, shows its text and an error.
    ...(isDate(value) ? { value } : { value: null, unread: value }),
    choose: (day) => (day ?? '') !== value && change({ [name]: day ?? '' }),
  })
  return (
    <TextInput
      label={label}
      placeholder={t`Such as 19 Nov`}
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

interface ChoiceFilterProps extends FilterFieldProps {
  values: readonly string[]
  words(value: string): string
}

function ChoiceFilter({ name, label, filter, errors, change, values, words }: ChoiceFilterProps) {
  const chosen = filter[name] ?? ''
  // Always offers the chosen value, even if no event has it.
  const all = chosen && !values.includes(chosen) ? [chosen, ...values] : values
  return (
    <NativeSelect
      label={label}
      size="sm"
      error={errors[name]}
      data={[{ value: '', label: t`All` }, ...all.map((value) => ({ value, label: words(value) }))]}
      value={chosen}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
}

function JumpForm({ jump }: Pick<FilterBarProps, 'jump'>) {
  const { timeZone } = useCitySettings()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    const start = parseStart(text.trim(), localDayOf(timeZone, new Date().toISOString()))
    setError(start ? undefined : jumpError())
    if (!start) return
    jump(start)
    setText('')
  }
  return (
    <form className={classes.jump} onSubmit={submit} noValidate>
      <TextInput
        aria-label={t`Jump to a date or event number`}
        placeholder={t`Jump to 12 Mar or event 1234`}
        size="sm"
        value={text}
        error={error}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default" size="sm" mih={36}>
        <Trans>Jump</Trans>
      </Button>
    </form>
  )
}

function FilterChips({ filter, change, set }: Pick<FilterBarProps, 'filter' | 'change'> & { set: FilterName[] }) {
  return (
    <ul className={classes.chips} aria-label={t`Filtered by`}>
      {set.map((name) => {
        const text = describeHistoryFilter(name, filter[name] ?? '')
        return (
          <li key={name}>
            <UnstyledButton
              className={classes.chip}
              aria-label={t`Remove filter: ${text}`}
              onClick={() => change({ [name]: '' })}
            >
              {text}
              <IconX size={14} aria-hidden="true" />
            </UnstyledButton>
          </li>
        )
      })}
      <li>
        <UnstyledButton
          className={classes.chip}
          onClick={() => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])))}
        >
          <Trans>Clear all</Trans>
        </UnstyledButton>
      </li>
    </ul>
  )
}
