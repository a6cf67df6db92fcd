/** Drawing of a zone's streets, its bins, and one round through the full ones. */
import classes from './streets.module.css'

const streets =
  'M-20 120 420 60 1120 150M-20 300 300 250 700 290 1120 240M-20 470 260 430 640 480 1120 420M-20 640 340 600 760 660 1120 610M120-20 160 220 90 760M330-20 300 250 390 760M560-20 600 280 540 760M800-20 760 270 850 760M1010-20 960 250 1040 760'
const round = 'M160 220 300 250 314 320 260 430 350 443 540 470 600 280 700 290 763 283 778 440 850 455 1000 436'
const bins = [
  [160, 220],
  [260, 430],
  [540, 470],
  [600, 280],
  [763, 283],
  [850, 455],
  [1000, 436],
] as const
const waiting = [
  [420, 60],
  [130, 120],
  [800, 106],
  [340, 600],
  [640, 643],
  [905, 636],
  [978, 130],
  [420, 455],
] as const

export function Streets({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 1100 740" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <path className={classes.street} d={streets} />
      <path className={classes.round} d={round} />
      {waiting.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={classes.waiting} cx={x} cy={y} r="4" />
      ))}
      {bins.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={classes.full} cx={x} cy={y} r="5" />
      ))}
    </svg>
  )
}
