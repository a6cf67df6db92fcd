/** A bar of an amount; its text is beside it. */
import classes from './meter.module.css'

export interface MeterProps {
  label: string
  value: number
  max: number
  /** Value with a tick mark. */
  tick?: number | undefined
  tone: 'new' | 'done' | 'progress' | 'critical'
}

export function Meter({ label, value, max, tick, tone }: MeterProps) {
  const shareOf = (amount: number) => (max > 0 ? Math.min(1, Math.max(0, amount / max)) : 0)
  return (
    <div
      className={classes.meter}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      <div className={classes.fill} style={{ transform: `scaleX(${shareOf(value)})` }} />
      {tick !== undefined && tick < max && <div className={classes.tick} style={{ left: `${shareOf(tick) * 100}%` }} />}
    </div>
  )
}
