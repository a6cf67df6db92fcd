/** A page that is still on its way. */
import classes from './notice.module.css'

export function LoadingPage() {
  return (
    <output className={classes.page} aria-live="polite">
      <span className={classes.loading}>Loading...</span>
    </output>
  )
}
