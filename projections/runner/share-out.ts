/** Distributes the events of a batch to views. */
import type { EventType } from '#contract/events.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { AnyView } from './view.ts'

/** Returns each view's events in order. */
export function shareOut(views: readonly AnyView[], events: readonly RecordedEvent[]): Map<AnyView, RecordedEvent[]> {
  const shares = new Map<AnyView, RecordedEvent[]>(views.map((view) => [view, []]))
  const takers = new Map<EventType, RecordedEvent[][]>()
  for (const event of events) {
    let taking = takers.get(event.type)
    if (!taking) {
      taking = views.flatMap((view) => (event.type in view.on ? [shares.get(view) ?? []] : []))
      takers.set(event.type, taking)
    }
    for (const share of taking) share.push(event)
  }
  return shares
}
