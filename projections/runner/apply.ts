/** Applies batches of events to views: chooses each view's events, changes its rows and writes them. */

import type { EventType } from '#contract/events.ts'
import type { TableName } from '#contract/tables.ts'
import { type LoggedEvent, type RecordedEvent, StoreUnavailable } from '#platform/event-store/event-store.ts'
import { logMarkOf } from '#platform/event-store/log-mark.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import { type AnyView, EVERY_ROW, type RowFold } from './view.ts'

/** Event that a view failed to apply and skipped. */
export interface QuarantinedEvent {
  view: string
  event: Pick<LoggedEvent, 'type' | 'stream' | 'position' | 'at'>
  error: Error
}

interface BatchResult {
  /**
   * Newest version of each row that the batch changed.
   * Another process may have written this version.
   */
  changed: Map<string, Row>
  quarantined: QuarantinedEvent[]
}

/**
 * Applies `events` (in log order) to a table.
 * Skips events at or below a row's position, so batches can be repeated.
 * Calls `onRow` for every version of a row, including intermediate ones.
 * Quarantines an event on which the view fails.
 * Throws StoreUnavailable if the log cannot read its data.
 */
export async function applyEventBatch(
  reads: Pick<ReadStore, 'find' | 'get' | 'replace'>,
  table: TableName,
  view: AnyView,
  events: readonly RecordedEvent[],
  onRow?: (row: Row) => void,
): Promise<BatchResult> {
  const quarantined: QuarantinedEvent[] = []
  const quarantine = (event: RecordedEvent, error: unknown) => {
    // The log reads large data on demand.
    // If such a read fails, the event is not faulty and is not quarantined.
    if (error instanceof StoreUnavailable) throw error
    quarantined.push({ view: view.name, event, error: error as Error })
  }
  const slots = new Map<string, Slot>()
  const slotOf = (id: string) => {
    const slot = slots.get(id) ?? { id, row: undefined, dirty: false, changed: false }
    slots.set(id, slot)
    return slot
  }
  const common = view.common === undefined ? undefined : slotOf(view.common)
  const steps: { about: Slot | typeof EVERY_ROW; event: RecordedEvent }[] = []
  for (const event of events) {
    try {
      const ids = foldOf(view, event)?.id(event.data)
      if (ids === undefined) continue
      if (ids === EVERY_ROW) steps.push({ about: EVERY_ROW, event })
      else for (const id of typeof ids === 'string' ? [ids] : ids) steps.push({ about: slotOf(id), event })
    } catch (error) {
      quarantine(event, error)
    }
  }
  if (steps.length === 0) return { changed: new Map(), quarantined }

  if (steps.some(({ about: target }) => target === EVERY_ROW)) for (const { id } of await reads.find(table)) slotOf(id)
  const all = [...slots.values()]
  const loaded = await reads.get<Row & Record<string, unknown>>(table, [...slots.keys()])
  for (const [index, slot] of all.entries()) slot.row = loaded[index]
  const fold = ({ row, id }: Slot, event: RecordedEvent) => {
    try {
      return foldOf(view, event)?.row(row, event, id, common?.row)
    } catch (error) {
      quarantine(event, error)
      return undefined
    }
  }
  const existing = () => all.filter((slot) => slot === common || slot.row)
  for (const { about: target, event } of steps)
    for (const slot of target === EVERY_ROW ? existing() : [target]) {
      if (slot.row && slot.row.position >= event.position) {
        slot.changed = true
        continue
      }
      const after = fold(slot, event)
      if (!after) continue
      slot.row = { ...after, id: slot.id, position: event.position }
      slot.dirty = slot.changed = true
      onRow?.(slot.row)
    }
  const written = all.flatMap(({ row, dirty }) => (row && dirty ? [row] : []))
  const last = events.at(-1)
  await reads.replace(table, written, last && logMarkOf(last))
  const changed = new Map<string, Row>()
  for (const slot of all) if (slot.row && slot.changed) changed.set(slot.id, slot.row)
  return { changed, quarantined }
}

const foldOf = (
  view: AnyView,
  { type }: RecordedEvent,
): RowFold<Row & Record<string, unknown>, EventType> | undefined => view.on[type]

/** A row that a batch of events may change, with its state during the batch. */
interface Slot {
  id: string
  row: (Row & Record<string, unknown>) | undefined
  dirty: boolean
  /** True if listeners must be notified of the row. */
  changed: boolean
}

/** Returns the events that each view applies, in order. */
export function distributeEvents(
  views: readonly AnyView[],
  events: readonly RecordedEvent[],
): Map<AnyView, RecordedEvent[]> {
  const eventsByView = new Map<AnyView, RecordedEvent[]>(views.map((view) => [view, []]))
  const subscribers = new Map<EventType, RecordedEvent[][]>()
  for (const event of events) {
    let subscribed = subscribers.get(event.type)
    if (!subscribed) {
      subscribed = views.flatMap((view) => (event.type in view.on ? [eventsByView.get(view) ?? []] : []))
      subscribers.set(event.type, subscribed)
    }
    for (const share of subscribed) share.push(event)
  }
  return eventsByView
}
