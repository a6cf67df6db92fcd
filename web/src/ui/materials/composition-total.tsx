/** Running total of a composition: a bar of its materials, and the missing or excess share. */
import { MATERIALS } from '#domain/city.ts'
import { materialColor } from '#web/lib/format/materials.ts'
import { numberIn } from '#web/lib/format/numbers.ts'
import { exactPercent } from '#web/lib/format/weights.ts'
import classes from './materials.module.css'
import { isComplete, type Shares, totalOf } from './shares.ts'

export function totalText(shares: Shares): string {
  const total = totalOf(shares)
  if (total > 100) return 'Total percentage exceeds 100%'
  if (isComplete(shares)) return 'The parts sum to exactly 100 %.'
  return total === 100 ? 'Each part must be from 0 to 100.' : `${exactPercent(100 - total)} still to assign`
}

export function CompositionTotal({ shares }: { shares: Shares }) {
  const total = totalOf(shares)
  const state = total > 100 ? 'over' : isComplete(shares) ? 'whole' : 'under'
  const scale = Math.max(100, total)
  return (
    <div className={classes.total} data-state={state}>
      <div className={classes.bar} aria-hidden="true">
        {MATERIALS.map((material) => (
          <span
            key={material}
            style={{
              width: `${(Math.max(0, numberIn(shares[material]) || 0) / scale) * 100}%`,
              background: materialColor(material),
            }}
          />
        ))}
      </div>
      <p className={classes.sum} role="status">
        <b>Total {exactPercent(total)}</b> <span className={classes.verdict}>{totalText(shares)}</span>
      </p>
    </div>
  )
}
