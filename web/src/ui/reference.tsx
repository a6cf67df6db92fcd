/** Short reference of a report or delivery, which people quote in a question. */
import { type Referenced, referenceOf } from '#domain/reference.ts'
import classes from './reference.module.css'

export function Reference({ kind, id }: { kind: Referenced; id: string }) {
  return (
    <span>
      Reference <span className={classes.reference}>{referenceOf(kind, id)}</span>
    </span>
  )
}
