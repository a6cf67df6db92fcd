/** Table of a chart's shares. */
import { amount, amountFigure, columnOf, type Datum, type Unit } from './chart-data.ts'
import classes from './charts.module.css'
import { shareTexts } from './shares.ts'

export interface ShareTableProps {
  title: string
  data: readonly Datum[]
  /** Unit of the amounts; without it the table shows shares only. */
  unit?: Unit
  /** Head of the first column: 'Role', 'Status'. */
  category: string
}

export function ShareTable({ title, data, unit, category }: ShareTableProps) {
  const total = data.reduce((sum, { value }) => sum + value, 0)
  const shares = shareTexts(data.map(({ value }) => value))
  return (
    <table className={classes.figures} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{category}</th>
          {unit && <th scope="col">{columnOf(unit)}</th>}
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ key, label, value }, index) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {unit && <td>{amountFigure(value)}</td>}
            <td>{total > 0 ? shares[index] : '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td colSpan={unit ? 2 : 1}>{unit ? amount(total, unit) : total > 0 ? '100 %' : '–'}</td>
        </tr>
      </tfoot>
    </table>
  )
}
