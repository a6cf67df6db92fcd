/** What the history's thread does: it takes events into the file, so that nobody else waits for that. */
import type { StoredEvent } from '../event-store/event-store.ts'
import { openTaking } from './file.ts'

export interface Taking {
  file: string
  events: readonly StoredEvent[]
}

let opened: { file: string; take: ReturnType<typeof openTaking> } | undefined

/** A thread is asked of one file. */
export default function take({ file, events }: Taking): void {
  if (opened?.file !== file) opened = { file, take: openTaking(file) }
  opened.take(events)
}
