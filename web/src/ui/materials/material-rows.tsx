/** Materials of a composition by descending share, with bar and approximate tonnes. */
import type { Composition } from '#domain/materials.ts'
import { materialColor, materialLabel } from '#web/lib/format/materials.ts'
import { percent, tonnesExactly } from '#web/lib/format/weights.ts'
import { sharesIn } from './composition-text.ts'
import classes from './material-rows.module.css'

export interface MaterialRowsProps {
  label: string
  composition: Composition
  /** Total weight in tonnes. */
  tonnes: number
  /** Shows one card per material. */
  cards?: boolean
}

export function MaterialRows({ label, composition, tonnes, cards }: MaterialRowsProps) {
  return (
    <ul className={classes.rows} data-cards={cards || undefined} aria-label={label}>
      {sharesIn(composition).map(({ material, share }) => (
        <li key={material} className={classes.row}>
          <span className={classes.name}>
            <span className={classes.dot} style={{ background: materialColor(material) }} aria-hidden="true" />
            {materialLabel(material)}
          </span>
          <b className={classes.share}>{percent(share)}</b>
          <span className={classes.bar} aria-hidden="true">
            <span style={{ width: `${share}%`, background: materialColor(material) }} />
          </span>
          <span className={classes.tonnes}>about {tonnesExactly((tonnes * share) / 100)}</span>
        </li>
      ))}
    </ul>
  )
}
