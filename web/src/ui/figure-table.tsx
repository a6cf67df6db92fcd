/** Simple tables: one of past items (five at first), one with headings, and one of named values. */

import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './figure-table.module.css'

const FIRST_ROWS = 5
const MORE_ROWS = 20

interface HistoryTableProps<R> {
  /** Caption of the table, such as 'Earlier reports'. */
  title: string
  heads: readonly string[]
  rows: readonly R[]
  /**
   * Returns a row's cells, one per column heading.
   * `note` returns text below these cells.
   */
  cells(row: R): readonly ReactNode[]
  note?(row: R): ReactNode
}

export function HistoryTable<R extends { id: string }>({ title, heads, rows, cells, note }: HistoryTableProps<R>) {
  const [limit, setLimit] = useState(FIRST_ROWS)
  if (rows.length === 0) return null
  return (
    <>
      <table className={classes.history}>
        <caption>{title}</caption>
        <ColumnHeads heads={heads} />
        {rows.slice(0, limit).map((row) => {
          const words = note?.(row)
          return (
            <tbody key={row.id}>
              <tr data-noted={words ? true : undefined}>
                {cells(row).map((cell, index) => (
                  <td key={heads[index]}>{cell}</td>
                ))}
              </tr>
              {words && (
                <tr>
                  <td colSpan={heads.length} className={classes.note}>
                    {words}
                  </td>
                </tr>
              )}
            </tbody>
          )
        })}
      </table>
      {rows.length > limit && (
        <Button variant="default" fullWidth mt={12} onClick={() => setLimit(limit + MORE_ROWS)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}

export function ColumnHeads({ heads }: { heads: readonly string[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

export type NamedValue = readonly [name: string, value: ReactNode]

interface FactsProps {
  facts: readonly NamedValue[]
  className?: string | undefined
  /** Further rows, shown after the `facts`. */
  children?: ReactNode
}

/** List of named values. */
export const NamedValueList = ({ facts, className, children }: FactsProps) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    {children}
  </dl>
)
