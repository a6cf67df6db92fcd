/** Applies a batch of events to one view: loads the rows concerned, folds in order, writes whole rows with their position. */
import type { EventType } from '#contract/events.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import type { AnyView } from './view.ts'

/** An event that a view could not take in; the view goes on without it. */
export interface Quarantined {
  view: string
  event: RecordedEvent
  error: Error
}

export interface Applied {
  /** The rows that the batch's events are about, as they are now. */
  changed: Map<string, Row>
  quarantined: Quarantined[]
}

/**
 * Folds `events` (in log order) into the table. An event at or below a row's position was applied before and is skipped,
 * so that a batch may be repeated, by this process or another, without effect.
 */
export async function applyBatch(
  reads: ReadStore,
  table: string,
  view: AnyView,
  events: readonly RecordedEvent[],
): Promise<Applied> {
  const quarantined: Quarantined[] = []
  const steps: { id: string; event: RecordedEvent }[] = []
  for (const event of events) {
    const fold = view.on[event.type as EventType]
    if (!fold) continue
    try {
      steps.push({ id: fold.id(event.data as never), event })
    } catch (error) {
      quarantined.push({ view: view.name, event, error: error as Error })
    }
  }
  const changed = new Map<string, Row>()
  if (steps.length === 0) return { changed, quarantined }

  const ids = [...new Set(steps.map((step) => step.id))]
  const loaded = await reads.get<Row & Record<string, unknown>>(table, ids)
  const rows = new Map(ids.map((id, index) => [id, loaded[index]]))
  const dirty = new Map<string, Row>()
  for (const { id, event } of steps) {
    const before = rows.get(id)
    if (before && before.position >= event.position) continue
    try {
      const after = view.on[event.type as EventType]?.row(before, event.data as never)
      if (!after) continue
      const row = { ...after, id, position: event.position }
      rows.set(id, row)
      dirty.set(id, row)
    } catch (error) {
      quarantined.push({ view: view.name, event, error: error as Error })
    }
  }
  if (dirty.size > 0) await reads.replace(table, [...dirty.values()])
  for (const [id, row] of rows) if (row) changed.set(id, row)
  return { changed, quarantined }
}
