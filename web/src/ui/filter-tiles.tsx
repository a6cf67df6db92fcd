/** Radio tiles that count and filter rows. */
import { Skeleton } from '@mantine/core'
import { useId } from 'react'
import classes from './filter-tiles.module.css'

export interface Filter<R> {
  key: string
  label: string
  includes(row: R): boolean
  /** Text when the filter matches no row. */
  empty: { title: string; text: string }
}

export interface FilterTilesProps<R> {
  /** Accessible name of the group. */
  label: string
  filters: readonly Filter<R>[]
  rows: readonly R[]
  loading: boolean
  chosen: Filter<R>
  choose(filter: Filter<R>): void
}

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
