/** What a zone still waits for, in words: the recommendation of a collection first, then all of its customers. */
import type { ZoneStatus } from '#contract/views.ts'

type Figures = Pick<ZoneStatus, 'currentReports' | 'recommendAt' | 'requiredReports'>

const more = (count: number) => `${count.toLocaleString('en')} more`

/** Null when it waits for nothing. */
export function stillNeeded({ currentReports, recommendAt, requiredReports }: Figures): string | null {
  const untilReady = requiredReports - currentReports
  if (untilReady <= 0) return null
  if (currentReports < recommendAt && recommendAt < requiredReports)
    return `${more(recommendAt - currentReports)} until a collection is recommended`
  const needed = `${more(untilReady)} until READY`
  return currentReports >= recommendAt ? `Collection recommended · ${needed}` : needed
}
