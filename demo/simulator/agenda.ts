/**
 * Future events in a binary heap, earliest first.
 * Simultaneous events stay in order.
 */

interface Planned {
  time: number
  order: number
  happen: () => void
}

export interface EventQueue {
  /**
   * Schedules the function `happen` at a time in epoch ms.
   * A past time is replaced by the current time, because time never runs back.
   */
  plan(time: number, happen: () => void): void
  /**
   * Runs the earliest event if it is due before `end`.
   * Returns the event's time, otherwise undefined.
   */
  next(end: number): number | undefined
  now(): number
}

export function createEventQueue(start: number): EventQueue {
  const heap: Planned[] = []
  let now = start
  let order = 0
  const before = (a: Planned, b: Planned) => a.time < b.time || (a.time === b.time && a.order < b.order)

  const rise = (item: Planned) => {
    let at = heap.length
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = heap[(at - 1) >> 1] as Planned
      if (!before(item, parent)) break
      heap[at] = parent
    }
    heap[at] = item
  }

  const sink = (item: Planned) => {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && before(heap[child + 1] as Planned, heap[child] as Planned)) child++
      if (!before(heap[child] as Planned, item)) break
      heap[at] = heap[child] as Planned
      at = child
    }
    heap[at] = item
  }

  return {
    now: () => now,
    plan: (time, happen) => rise({ time: Math.max(now, Math.round(time)), order: order++, happen }),
    next(end) {
      const first = heap[0]
      if (!first || first.time >= end) return undefined
      const last = heap.pop() as Planned
      if (heap.length > 0) sink(last)
      now = first.time
      first.happen()
      return now
    },
  }
}
