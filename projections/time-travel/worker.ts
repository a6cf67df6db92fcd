/**
 * Worker thread that answers queries about past moments.
 * It reads the file of past row versions.
 * It uses the same handlers as queries about the present.
 */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { SOURCE_LOCALE, type TextLocale } from '#contract/languages/locales.ts'
import { msg } from '#contract/languages/message.ts'
import { toUntranslatedMessage } from '#contract/languages/values.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { sqliteCodeOf } from '#platform/disk-errors.ts'
import { LOG_START, type StoredEvent } from '#platform/event-store/event-store.ts'
import { upcast } from '#platform/event-store/upcast.ts'
import type { PastMoment, TimeTravelAnswer } from '#platform/http/time-travel.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { deleteFileIfChecksumDiffers, isDatabaseDamagedError, removeDerivedDatabase } from '#platform/log-file.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import { RowsBehind } from '#platform/read-store/read-store.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { openTimeTravelFile, type TimeTravelFile } from '#platform/time-travel/time-travel-file.ts'
import { TimeTravelFileDamaged } from '#platform/time-travel/versions.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'
import { createViewReadHandlers, projectionViews } from '../app.ts'
import { erasedNameOf } from '../queries/people.ts'
import { applyEventsToViews, createRowsAt } from './apply-events.ts'
import { compareMoments } from './compare.ts'
import { INDEXED_FIELDS } from './indexed-fields.ts'
import {
  FILE_CHANGES,
  type FileBehind,
  type ReadRequest,
  type RowChange,
  type TimeTravelRequestMessage,
  type TimeTravelRequests,
} from './messages.ts'
import { createPseudonymSealer, redactRow } from './redaction.ts'
import { cacheRowQueries } from './shared-rows.ts'

/** Refusal of a past read while the history of a recently added view is being indexed. */
const NOT_INDEXED: Rejection = {
  ...reject('unavailable', msg`Some of this history is still being indexed. Please try again in a moment.`),
  retryAfter: 5,
}

function toNotIndexed(error: unknown): Rejection {
  if (error instanceof RowsBehind) return NOT_INDEXED
  throw error
}

type Answers = Record<string, (call: object, snapshot: Snapshot) => Promise<object>>

interface OpenFile {
  past: TimeTravelFile
  reads: Answers
}

/** Open time-travel files, by path; usually there is only one. */
const openFiles = new Map<string, OpenFile>()

function open(file: string): OpenFile {
  const known = openFiles.get(file)
  if (known) return known
  deleteFileIfChecksumDiffers(file)
  const past = openTimeTravelFile(file, INDEXED_FIELDS)
  const opened = { past, reads: readsOf(past) }
  openFiles.set(file, opened)
  return opened
}

const roleIn = (past: TimeTravelFile) => (personId: string) =>
  (past.history('accounts', LOG_START).newest(personId) as AccountRow | undefined)?.role

/**
 * Returns the read handlers.
 * The handlers cache people, so new handlers are needed after an erasure.
 */
function readsOf(past: TimeTravelFile): Answers {
  const roleOf = roleIn(past)
  const sealer = createPseudonymSealer({ roleOf, isErased: (personId) => past.erased.has(personId) })
  return createViewReadHandlers({ sealer, pictures: disabledPictureStore }) as Answers
}

const fromLog = ({ data, ...event }: StoredEvent) => upcast({ ...event, data: JSON.parse(data) })

/**
 * Returns the rows as of the last event up to the moment.
 * Earlier moments get the state before the first event.
 */
function snapshotOf(past: TimeTravelFile, when: PastMoment, present: number): Snapshot {
  const byPosition = 'position' in when
  const moment = byPosition ? past.moments.atPosition(when.position) : past.moments.atTime(when.time, present)
  const position = moment?.position ?? LOG_START
  const now = byPosition ? ((moment ?? past.moments.first())?.at ?? present) : when.time
  return { rows: createRowsAt(past, position), now: new Date(now), position }
}

/** Returns the pseudonyms that auditors see. */
function pseudonymsIn(past: TimeTravelFile) {
  const roleOf = roleIn(past)
  return (personId: string) => {
    const role = roleOf(personId)
    return past.erased.has(personId) ? erasedNameOf(role) : pseudonymOf(personId, role)
  }
}

function changesAt(past: TimeTravelFile, position: number): RowChange[] {
  const nameOf = pseudonymsIn(past)
  return projectionViews.flatMap(({ name: view }) =>
    past
      .history(view, position)
      .changedAt(position)
      .map(({ id, before, after }) => ({
        view,
        id,
        before: before ? redactRow(before, nameOf) : null,
        after: redactRow(after, nameOf),
      })),
  )
}

function compare(past: TimeTravelFile, { one, other, now, ...asked }: TimeTravelRequests['compare']['asked']) {
  const moments = [snapshotOf(past, one, now), snapshotOf(past, other, now)]
  const [from, to] = moments.toSorted((a, b) => a.position - b.position || a.now.getTime() - b.now.getTime())
  return compareMoments(past, { from: from as Snapshot, to: to as Snapshot, nameOf: pseudonymsIn(past), ...asked })
}

/**
 * Returns a refusal with its texts in the reader's language.
 * Removes functions, since they can't be sent to another thread.
 */
function rendered({ text, errors, ...refusal }: Rejection, locale: TextLocale = SOURCE_LOCALE): Rejection {
  const render = (message: Rejection['text']) => toUntranslatedMessage(translatorOf(locale)(message))
  const entries = Object.entries(errors ?? {}).map(([field, error]) => [field, render(error)])
  return { ...refusal, text: render(text), ...(errors && { errors: Object.fromEntries(entries) }) }
}

async function read(
  reads: Answers,
  { name, call }: ReadRequest,
  snapshot: Snapshot,
): Promise<Rejection | TimeTravelAnswer> {
  const answer = await reads[name]?.(call, snapshot)
  if (!answer) throw new Error(`${name} does not read views.`)
  if (isRejection(answer)) return rendered(answer, (call as { locale?: TextLocale }).locale)
  return { json: JSON.stringify(answer), position: snapshot.position, now: snapshot.now.getTime() }
}

/**
 * Answers the requested reads from the time-travel file.
 * If the file can't be read, all of the reads fail.
 */
async function readAll(
  { past, reads }: OpenFile,
  asked: readonly ReadRequest[],
): Promise<TimeTravelRequests['reads']['answered']> {
  const snapshots = new Map<string, Snapshot>()
  const answers: TimeTravelRequests['reads']['answered'] = []
  for (const each of asked) {
    const moment = JSON.stringify(each.when)
    const snapshot = snapshots.get(moment) ?? withSharedRows(snapshotOf(past, each.when, each.now))
    snapshots.set(moment, snapshot)
    const [answer] = await Promise.allSettled([read(reads, each, snapshot).catch(toNotIndexed)])
    if (answer.status === 'rejected' && isFileError(answer.reason)) throw answer.reason
    answers.push(answer)
  }
  return answers
}

const withSharedRows = (snapshot: Snapshot): Snapshot => ({ ...snapshot, rows: cacheRowQueries(snapshot.rows) })

function extentOf({ moments }: TimeTravelFile): TimeTravelRequests['extent']['answered'] {
  const [first, last] = [moments.first(), moments.last()]
  return first && last && { from: first.at, to: last.at, first: first.position, last: last.position }
}

function densityOf(
  { moments }: TimeTravelFile,
  { from, to, buckets }: TimeTravelRequests['density']['asked'],
): number[] {
  return moments.counts(Array.from({ length: buckets + 1 }, (_, n) => from + ((to - from) * n) / buckets))
}

function recreate(opened: OpenFile | undefined, file: string): void {
  opened?.past.close()
  openFiles.delete(file)
  removeDerivedDatabase(file)
}

async function applyIfCurrent(
  { past }: OpenFile,
  file: string,
  { after, events }: TimeTravelRequests['take']['asked'],
): Promise<void> {
  if (past.reach().after !== after) return
  const erased = past.erased.size
  await applyEventsToViews(past, projectionViews, events.map(fromLog))
  if (past.erased.size > erased) openFiles.set(file, { past, reads: readsOf(past) })
}

async function answer(
  asked: OpenFile,
  ask: TimeTravelRequestMessage,
): Promise<TimeTravelRequests[keyof TimeTravelRequests]['answered'] | FileBehind> {
  const { past } = asked
  const isRead = !FILE_CHANGES.some((change) => change === ask.does)
  // Rows of an incomplete file would be wrong, and look right.
  if (isRead && past.reach().upTo < ask.upTo) return { behind: past.reach() }
  switch (ask.does) {
    case 'open':
      return past.reach()
    case 'remake':
      recreate(asked, ask.file)
      return open(ask.file).past.reach()
    case 'take':
      await applyIfCurrent(asked, ask.file, ask)
      return past.reach()
    case 'reads':
      return readAll(asked, ask.reads)
    case 'changes':
      return changesAt(past, ask.position)
    case 'compare':
      return compare(past, ask)
    case 'density':
      return densityOf(past, ask)
    case 'extent':
      return extentOf(past)
  }
}

/** Whether an error concerns the whole file, such as a failing disk. */
const isFileError = (error: unknown) => sqliteCodeOf(error) !== 0 || isDamage(error)

/** Whether an error shows a damaged file, such as an invalid JSON row. */
const isDamage = (error: unknown) =>
  isDatabaseDamagedError(error) || error instanceof SyntaxError || error instanceof TimeTravelFileDamaged

/**
 * Handles a request.
 * If the time-travel file is damaged, removes it, and the next request rebuilds it.
 */
export default async function handleMessage(
  ask: TimeTravelRequestMessage,
): Promise<TimeTravelRequests[keyof TimeTravelRequests]['answered'] | FileBehind | Rejection> {
  try {
    return await answer(open(ask.file), ask).catch(toNotIndexed)
  } catch (error) {
    if (isDamage(error)) recreate(openFiles.get(ask.file), ask.file)
    throw error
  }
}
