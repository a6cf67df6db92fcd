/** What tests look for in the log of a city in this process. */
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { Event } from '#contract/events.ts'
import { hasType, type RecordedEvent, START } from '#platform/event-store/event-store.ts'

/** All that has happened. */
export const logged = async ({ store }: Pick<Kernel, 'store'>) =>
  (await store.readAll(START, Number.MAX_SAFE_INTEGER)) as RecordedEvent[]

/** The same of one kind. */
export const loggedOf = async <T extends Event['type']>(kernel: Pick<Kernel, 'store'>, type: T) =>
  (await logged(kernel)).filter((event) => hasType(event, type))
