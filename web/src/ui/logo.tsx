/** Mark and name: a W as a signal line that ends in a point. */
import classes from './logo.module.css'

export function Logo({ onDark = false }: { onDark?: boolean }) {
  return (
    <span className={classes.logo} data-on-dark={onDark || undefined}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" />
        <path d="M6.5 10.5 11 22.5l5-10 5 10 3.2-8.6" />
        <circle cx="25.4" cy="9.4" r="2.2" />
      </svg>
      WasteSense
    </span>
  )
}
