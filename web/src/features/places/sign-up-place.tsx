/** The place of a bin as an optional part of the sign-up. */
import { t } from '@lingui/core/macro'
import { ConfirmFarPlace, PlaceFields, type PlaceFieldsProps } from './place-fields.tsx'
import classes from './places.module.css'

interface SignUpPlaceProps extends PlaceFieldsProps {
  /** Server's question about a place far outside the zone; undefined if there is none. */
  question: string | undefined
  isBusy: boolean
  confirm(): void
}

export function SignUpBinPlace({ question, isBusy, confirm, ...fields }: SignUpPlaceProps) {
  return (
    <fieldset className={classes.section}>
      <legend>{t`Where is your bin?`}</legend>
      <PlaceFields {...fields} />
      {question && <ConfirmFarPlace text={question} isBusy={isBusy} confirm={confirm} />}
    </fieldset>
  )
}
