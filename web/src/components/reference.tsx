/** The short reference of a report or a delivery, which people read out when they ask about it. */
import { type Referenced, referenceOf } from '#rules/reference.ts'
import classes from './reference.module.css'

export function Reference({ kind, id }: { kind: Referenced; id: string }) {
  return (
    <span>
      Reference <span className={classes.reference}>{referenceOf(kind, id)}</span>
    </span>
  )
}
