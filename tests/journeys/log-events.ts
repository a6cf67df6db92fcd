/** Reads the event log of an installation that runs inside the test process. */
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { Event } from '#contract/events.ts'
import { hasType, LOG_START, type RecordedEvent } from '#platform/event-store/event-store.ts'

export const readAllEvents = async ({ store }: Pick<Kernel, 'store'>) =>
  (await store.readAll(LOG_START, Number.MAX_SAFE_INTEGER)) as RecordedEvent[]

export const readEventsOfType = async <T extends Event['type']>(kernel: Pick<Kernel, 'store'>, type: T) =>
  (await readAllEvents(kernel)).filter((event) => hasType(event, type))
