/** What a resident may expect of the next collection, as far as their own reports tell. */
import type { Report } from '#contract/views.ts'

export type CollectionState =
  | { state: 'in-progress'; report: Report }
  | { state: 'waiting'; report: Report }
  | { state: 'completed'; report: Report; at: string }
  | { state: 'none' }

/** Specification, section 9: how long a collection counts as recently completed. */
const RECENT_MS = 24 * 3_600_000

/** `reports`: newest first; `now`: epoch ms. */
export function collectionState(reports: readonly Report[], now: number): CollectionState {
  const dispatched = reports.find(({ status }) => status === 'in-progress')
  if (dispatched) return { state: 'in-progress', report: dispatched }
  const waiting = reports.find(({ status }) => status === 'new')
  if (waiting) return { state: 'waiting', report: waiting }
  const collected = reports.find(({ collectedAt }) => collectedAt && now - Date.parse(collectedAt) < RECENT_MS)
  return collected?.collectedAt
    ? { state: 'completed', report: collected, at: collected.collectedAt }
    : { state: 'none' }
}
