/** Thread that indexes events for the audit log without blocking requests. */
import { isDatabaseDamagedError } from '../log-file.ts'
import { type IndexingOutcome, type IndexingTask, openAuditIndexer } from './file.ts'

let opened: { file: string; take: ReturnType<typeof openAuditIndexer> } | undefined

/**
 * Adds events to the index file, which stays open for the next call.
 * Adds nothing if the file is damaged or was replaced.
 */
export default function indexEvents({ file, after, events }: IndexingTask): IndexingOutcome {
  if (opened?.file !== file) opened = { file, take: openAuditIndexer(file) }
  try {
    return opened.take(events, after) ? 'added' : 'replaced'
  } catch (error) {
    if (isDatabaseDamagedError(error)) return 'damaged'
    throw error
  }
}
