/** Legend of shares: colour, name, share and optional amount. */
import { amount, type Datum, type Unit } from './chart-data.ts'
import classes from './legend.module.css'
import { shareTexts } from './shares.ts'

export interface ShareLegendProps {
  label: string
  /** In the drawing's order; includes zero values, so that no row changes its place. */
  data: readonly Datum[]
  unit?: Unit
}

export function ShareLegend({ label, data, unit }: ShareLegendProps) {
  const shares = shareTexts(data.map(({ value }) => value))
  return (
    <ul className={classes.legend} aria-label={label}>
      {data.map(({ key, label: name, value, color }, index) => (
        <li key={key} className={classes.entry} data-none={value > 0 ? undefined : true}>
          <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
          <span className={classes.name}>{name}</span>
          {unit && <span className={classes.amount}>{amount(value, unit)}</span>}
          <b className={classes.share}>{shares[index]}</b>
        </li>
      ))}
    </ul>
  )
}
