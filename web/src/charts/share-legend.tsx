/** What belongs to a drawing of shares, in words: each name with its colour, its share and, where there is one, its amount. */
import { amount, type Datum, type Unit } from './chart-data.ts'
import classes from './legend.module.css'
import { shareTexts } from './shares.ts'

export interface ShareLegendProps {
  label: string
  /** In the drawing's order; what there is nothing of is listed, too, so that no row changes its place. */
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
