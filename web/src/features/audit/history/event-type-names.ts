/** Names of event types for filters and for the history. */
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { eventTypeLabel } from '#contract/audit/event-subjects.ts'
import { i18n } from '#web/lib/language/i18n.ts'

/**
 * Returns 'Bin reported full' for BinReportedFull, in the reader's language.
 * `npm run messages` copies the names of contract/streams.ts to the catalogue of staff.
 * Types of another version have an English name.
 */
export function eventTypeName(type: string): string {
  const label = eventTypeLabel(type)
  // Lingui compiles a text to a list of its parts, which the type does not show.
  return i18n._(generateMessageId(label), {}, { message: [label] as unknown as string })
}
