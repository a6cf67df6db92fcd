/** The thread that takes events into the history's file, so that nobody else waits for that. */
import { parentPort, workerData } from 'node:worker_threads'
import type { StoredEvent } from '../event-store/event-store.ts'
import { openTaking } from './file.ts'

const take = openTaking(workerData as string)

parentPort?.on('message', (events: readonly StoredEvent[]) => {
  take(events)
  parentPort?.postMessage('taken')
})
