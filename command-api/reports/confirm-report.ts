/**
 * ConfirmReport: marks an open report after its reporter's account was confirmed.
 * The report counts from then on.
 */

import type { Bin } from '../aggregates/bin.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

export const confirmReport: Decider<{ userId: string }, Bin, 'bin'> = ({ userId }, { open }, now) => {
  if (!open?.unconfirmed) return []
  const { reportId, zone } = open
  return [createEvent('ReportConfirmed', { reportId, userId, zone, confirmedAt: now.toISOString() })]
}
