/** Reasons and time limit for reopening a collected report, by its resident or by the dispatcher. */

/** Reasons for reopening a collected report. */
export const REOPENING_REASONS = ['not-collected', 'mistake'] as const
export type ReopeningReason = (typeof REOPENING_REASONS)[number]

const HOURS = 48

/** Returns whether a report that was collected at `collectedAt` can still be reopened. */
export const canReopen = (collectedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(collectedAt) <= HOURS * 60 * 60_000
