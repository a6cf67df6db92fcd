/** ConfirmReport: the account of an open report was confirmed, so that it counts like any other. */
import type { Bin } from '../bin.ts'
import { type Decide, event } from '../kernel/decider.ts'

export const confirmReport: Decide<{ userId: string }, Bin> = ({ userId }, { open }, now) => {
  if (!open?.unconfirmed) return []
  const { reportId, zone } = open
  return [event('ReportConfirmed', { reportId, userId, zone, confirmedAt: now.toISOString() })]
}
