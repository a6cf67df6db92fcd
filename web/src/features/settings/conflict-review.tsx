/** Another user's changes, for review before mine are saved. */
import { Alert } from '@mantine/core'
import classes from './configuration.module.css'

export interface Conflict {
  /** The server's text. */
  message: string
  changes: { text: string; alsoMine: boolean }[]
}

export function ConflictReview({ conflict: { message, changes } }: { conflict: Conflict }) {
  return (
    <Alert
      color="statusProgress"
      variant="light"
      role="alert"
      title={changes.length === 0 ? message : 'The configuration was changed in the meantime. Please review it.'}
    >
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ text, alsoMine }) => (
            <li key={text}>
              {text}
              {alsoMine && <b> – you changed this, too: yours stands below</b>}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.hint}>
        Their changes are in the fields below now, together with yours. Nothing is saved yet.
      </p>
    </Alert>
  )
}
