/** The figures of a chart of shares as a table. */
import { amount, type Datum, percent, type Unit } from './chart-data.ts'
import classes from './charts.module.css'

export interface ShareTableProps {
  title: string
  data: readonly Datum[]
  unit: Unit
  /** What a row of the table is: 'Role', 'Status'. */
  category: string
}

export function ShareTable({ title, data, unit, category }: ShareTableProps) {
  const total = data.reduce((sum, { value }) => sum + value, 0)
  return (
    <table className={classes.figures} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{category}</th>
          <th scope="col">Number of {unit.many}</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ key, label, value }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{value.toLocaleString('en')}</td>
            <td>{total > 0 ? percent(value / total) : '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td colSpan={2}>{amount(total, unit)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
