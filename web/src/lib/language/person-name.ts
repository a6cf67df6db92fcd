/**
 * Translates texts that servers send instead of a person's name or note.
 * Examples are pseudonyms and 'Erased user'.
 */
import { t } from '@lingui/core/macro'
import type { Report } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'

const ERASED: Record<string, () => string> = {
  'Erased resident': () => t`Erased resident`,
  'Erased user': () => t`Erased user`,
}

const PSEUDONYMS: Record<string, (code: string) => string> = {
  Resident: (code) => t`Resident ${code}`,
  Dispatcher: (code) => t`Dispatcher ${code}`,
  Recycler: (code) => t`Recycler ${code}`,
  Admin: (code) => t`Admin ${code}`,
  Auditor: (code) => t`Auditor ${code}`,
  Driver: (code) => t`Driver ${code}`,
  Person: (code) => t`Person ${code}`,
}

const NOTES: Record<string, () => string> = {
  'Not shown in a replay.': () => t`Not shown in a replay.`,
  'Erased with its author.': () => t`Erased with its author.`,
}

/**
 * Translates the server's text for a hidden or erased note.
 * Returns other notes unchanged.
 */
export const noteTextOf = (note: string): string => lookUp(NOTES, note)?.() ?? note

/**
 * Translates server texts that replace a person's name: English pseudonyms, and the text for erased people.
 * Returns real names unchanged.
 */
export function personNameOf(name: string): string {
  const [, kind = '', code = ''] = /^([A-Z][a-z]+) ([0-9A-F]{8})$/.exec(name) ?? []
  return (lookUp(ERASED, name) ?? lookUp(PSEUDONYMS, kind))?.(code) ?? name
}

/** Returns the name of a report's resident; undefined if it has none. */
export const getResidentNameOfReport = ({ resident_name: name }: Pick<Report, 'resident_name'>): string | undefined =>
  name === undefined ? undefined : personNameOf(name)
