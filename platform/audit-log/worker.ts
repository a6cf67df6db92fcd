/** Thread that indexes events for the audit log without blocking requests. */
import { isDatabaseDamagedError } from '../log-file.ts'
import { type IndexingTask, openAuditIndexer } from './file.ts'

let opened: { file: string; take: ReturnType<typeof openAuditIndexer> } | undefined

/**
 * Adds events to the index file, which stays open for the next call.
 * Returns false if the file is damaged.
 */
export default function indexEvents({ file, events }: IndexingTask): boolean {
  if (opened?.file !== file) opened = { file, take: openAuditIndexer(file) }
  try {
    opened.take(events)
    return true
  } catch (error) {
    if (isDatabaseDamagedError(error)) return false
    throw error
  }
}
