/** Header of a resident's screen: title, one sentence and a freshness badge. */
import { FreshnessBadge } from '#web/ui/marks.tsx'
import classes from './resident.module.css'

export function PageHead({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.welcome}>
      <div className={classes.greeting}>
        <h1 className={classes.name}>{title}</h1>
        <p className={classes.hint}>{text}</p>
      </div>
      <FreshnessBadge system />
    </div>
  )
}
