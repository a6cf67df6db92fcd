/** Form fields and filters: field grid, number field, zone field, tiles. */
import { t } from '@lingui/core/macro'
import { NativeSelect, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { type FocusEventHandler, type ReactNode, useId } from 'react'
import classes from './controls.module.css'

/**
 * Lays out fields in a grid.
 * `cols` is the desktop's number of columns; phones have half.
 */
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

/** Number field that ignores the mouse wheel. */
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

/** Largest number of zones that are shown as a plain list. */
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

/** Zone field: a list of few zones, or a search among many. */
export function ZoneField({ zones, value = '', onChange, ...props }: ZoneFieldProps) {
  const listId = useId()
  if (zones.length <= FEW) {
    // Keeps the chosen zone as an option even if the zone no longer exists.
    // Otherwise the field would show another zone as chosen.
    const data = zones.includes(value) ? [...zones] : [{ value, label: value || t`Select a zone` }, ...zones]
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
        placeholder={t`Type part of the name`}
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

export interface RowFilter<R> {
  key: string
  label: string
  includes(row: R): boolean
  /** Text that is shown if the filter matches no row. */
  empty: { title: string; text: string }
}

interface FilterTilesProps<R> {
  /** Accessible name of the group of tiles. */
  label: string
  filters: readonly RowFilter<R>[]
  rows: readonly R[]
  loading: boolean
  chosen: RowFilter<R>
  choose(filter: RowFilter<R>): void
}

/**
 * Tiles that count and filter rows.
 * Like radio buttons, one is chosen.
 */
export function FilterTiles<R>({ label, filters, rows, loading, chosen, choose }: FilterTilesProps<R>) {
  const name = useId()
  return (
    <fieldset className={classes.tiles}>
      <legend className={classes.legend}>{label}</legend>
      {filters.map((filter) => (
        <label key={filter.key} className={classes.tile}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={filter.key === chosen.key}
            onChange={() => choose(filter)}
          />
          <span className={classes.label}>{filter.label}</span>
          <span className={classes.count}>
            {loading ? <Skeleton height={28} width={28} /> : rows.filter(filter.includes).length}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
