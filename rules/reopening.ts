/** How long a collection can be contradicted: by the resident whose bin it was, and by the dispatcher who marked it. */

/** Why a report that was marked collected is open again. */
export const REOPENING_REASONS = ['not-collected', 'mistake'] as const
export type ReopeningReason = (typeof REOPENING_REASONS)[number]

const HOURS = 48

/** Whether what was collected then can still be opened again. */
export const canReopen = (collectedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(collectedAt) <= HOURS * 60 * 60_000
