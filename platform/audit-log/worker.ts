/** Thread that indexes events for the audit log without blocking requests. */
import { databaseErrorReasonOf, sqliteCodeOf } from '../disk-errors.ts'
import { isDatabaseDamagedError } from '../log-file.ts'
import { type IndexingOutcome, type IndexingTask, openAuditIndexer } from './file.ts'

let opened: { file: string; take: ReturnType<typeof openAuditIndexer> } | undefined

/**
 * Adds events to the index file, which stays open for the next call.
 * Adds nothing if the file is damaged, was replaced or can't be written.
 */
export default function indexEvents({ file, after, events }: IndexingTask): IndexingOutcome {
  try {
    if (opened?.file !== file) opened = { file, take: openAuditIndexer(file) }
    return opened.take(events, after) ? 'added' : 'replaced'
  } catch (error) {
    if (isDatabaseDamagedError(error)) return 'damaged'
    if (sqliteCodeOf(error) !== 0) return { why: databaseErrorReasonOf(error, file) }
    throw error
  }
}
