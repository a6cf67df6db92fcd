/** Distributes the events of a batch to views. */
import type { EventType } from '#contract/events.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { AnyView } from './view.ts'

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
