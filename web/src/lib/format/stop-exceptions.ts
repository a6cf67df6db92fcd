/** Names of the reasons why a crew could not empty a bin. */
import { t } from '@lingui/core/macro'
import type { StopException } from '#domain/stop-outcomes.ts'

/** Returns the names of the exceptions, in the order in which they are offered. */
export const exceptionLabels = (): Record<StopException, string> => ({
  'not-out': t`Bin was not out`,
  'no-access': t`No access`,
  safety: t`Not safe`,
  contamination: t`Wrong waste in the bin`,
  overloaded: t`Bin too full`,
  weight: t`Bin too heavy`,
  'extra-item': t`Extra items beside the bin`,
  special: t`Special waste`,
  damage: t`Bin is damaged`,
  'no-payment': t`No payment`,
  'service-review': t`Service under review`,
  delay: t`No time left`,
})
