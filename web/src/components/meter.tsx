/** A bar for how much of something there is; its words stand beside it. */
import classes from './meter.module.css'

export interface MeterProps {
  label: string
  value: number
  max: number
  tone: 'new' | 'done' | 'progress' | 'critical'
}

export function Meter({ label, value, max, tone }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
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
      <div className={classes.fill} style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
