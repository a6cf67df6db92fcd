/** Where a zone stands, in words: its collection where there is one, else its recommendation, then all of its customers. */
import type { Schedule, ZoneStatus } from '#contract/views.ts'

type Figures = Pick<ZoneStatus, 'currentReports' | 'recommendAt' | 'requiredReports'>
type Collection = Pick<Schedule, 'status' | 'overdueAt'>

const more = (count: number) => `${count.toLocaleString('en')} more`

/** What is under way needs no recommending. Null when it has no collection and waits for nothing. */
export function standing({ currentReports, recommendAt, requiredReports }: Figures, collection?: Collection) {
  const untilReady = requiredReports - currentReports
  const needed = untilReady > 0 ? `${more(untilReady)} until READY` : null
  if (collection) return [collectionWords(collection), needed].filter(Boolean).join(' · ')
  if (currentReports < recommendAt && recommendAt < requiredReports)
    return `${more(recommendAt - currentReports)} until a collection is recommended`
  return needed && currentReports >= recommendAt ? `Collection recommended · ${needed}` : needed
}

function collectionWords({ status, overdueAt }: Collection): string {
  if (status !== 'in-progress') return 'Collection scheduled'
  return overdueAt ? 'Collection overdue' : 'Collection in progress'
}
