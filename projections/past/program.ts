/** Time-travel thread: one file, one request at a time, the present's handlers. */

import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import { START, type StoredEvent } from '#platform/event-store/event-store.ts'
import { upcast } from '#platform/event-store/upcast.ts'
import type { Replayed, When } from '#platform/http/past.ts'
import { isDamaged, removeLogFile, unsealLogFile } from '#platform/log-file.ts'
import { openPastFile, type PastFile } from '#platform/past/past-file.ts'
import { PastDamaged } from '#platform/past/versions.ts'
import { noPictures } from '#platform/pictures/pictures.ts'
import { RowsBehind } from '#platform/read-store/read-store.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { pseudonymOf } from '#rules/pseudonym.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'
import { viewReads, views } from '../app.ts'
import { erasedName } from '../reading/people.ts'
import type { Ask, Asks, Changed, ReadAsked } from './asked.ts'
import { comparisonOf } from './compare.ts'
import { INDEXED } from './indexed.ts'
import { rowsAt, takeIn } from './keeper.ts'
import { pseudonymSealer } from './pseudonyms.ts'
import { sharedRows } from './shared-rows.ts'
import { shownRow } from './shown-row.ts'

/** Answer for a view that was added recently. */
const NOT_YET: Rejection = {
  ...reject('unavailable', 'The history of some of this is being read. Please try again in a moment.'),
  retryAfter: 5,
}

function notYet(error: unknown): Rejection {
  if (error instanceof RowsBehind) return NOT_YET
  throw error
}

type Answers = Record<string, (call: object, snapshot: Snapshot) => Promise<object>>

interface Kept {
  past: PastFile
  reads: Answers
}

/** Open files; a thread normally has one. */
const kept = new Map<string, Kept>()

function open(file: string): Kept {
  const known = kept.get(file)
  if (known) return known
  unsealLogFile(file)
  const past = openPastFile(file, INDEXED)
  const opened = { past, reads: readsOf(past) }
  kept.set(file, opened)
  return opened
}

const roleIn = (past: PastFile) => (personId: string) =>
  (past.history('accounts', START).newest(personId) as AccountRow | undefined)?.role

/** An erasure recreates the handlers, because they cache persons. */
function readsOf(past: PastFile): Answers {
  const roleOf = roleIn(past)
  const sealer = pseudonymSealer({ roleOf, isErased: (personId) => past.erased.has(personId) })
  return viewReads({ sealer, pictures: noPictures }) as unknown as Answers
}

const fromLog = ({ data, ...event }: StoredEvent) => upcast({ ...event, data: JSON.parse(data) })

/** Returns the snapshot after the moment's last event, or before the first. */
function snapshotOf(past: PastFile, when: When, present: number): Snapshot {
  const byPosition = 'position' in when
  const moment = byPosition ? past.moments.atPosition(when.position) : past.moments.atTime(when.time, present)
  const position = moment?.position ?? START
  const now = byPosition ? ((moment ?? past.moments.first())?.at ?? present) : when.time
  return { rows: rowsAt(past, position), now: new Date(now), position }
}

/** Returns the pseudonyms that auditors see. */
function namesIn(past: PastFile) {
  const roleOf = roleIn(past)
  return (personId: string) => {
    const role = roleOf(personId)
    return past.erased.has(personId) ? erasedName(role) : pseudonymOf(personId, role)
  }
}

function changesAt(past: PastFile, position: number): Changed[] {
  const nameOf = namesIn(past)
  return views.flatMap(({ name: view }) =>
    past
      .history(view, position)
      .changedAt(position)
      .map(({ id, before, after }) => ({
        view,
        id,
        before: before ? shownRow(before, nameOf) : null,
        after: shownRow(after, nameOf),
      })),
  )
}

function compare(past: PastFile, { one, other, now, ...asked }: Asks['compare']['asked']) {
  const moments = [snapshotOf(past, one, now), snapshotOf(past, other, now)]
  const [from, to] = moments.toSorted((a, b) => a.position - b.position || a.now.getTime() - b.now.getTime())
  return comparisonOf(past, { from: from as Snapshot, to: to as Snapshot, nameOf: namesIn(past), ...asked })
}

async function read(reads: Answers, { name, call }: ReadAsked, snapshot: Snapshot): Promise<Rejection | Replayed> {
  const answer = await reads[name]?.(call, snapshot)
  if (!answer) throw new Error(`${name} does not answer of views.`)
  if (isRejection(answer)) return answer
  return { json: JSON.stringify(answer), position: snapshot.position, now: snapshot.now.getTime() }
}

/** A damaged file fails all reads. */
async function readAll({ past, reads }: Kept, asked: readonly ReadAsked[]): Promise<Asks['reads']['answered']> {
  const snapshots = new Map<string, Snapshot>()
  const answers: Asks['reads']['answered'] = []
  for (const each of asked) {
    const moment = JSON.stringify(each.when)
    const snapshot = snapshots.get(moment) ?? shared(snapshotOf(past, each.when, each.now))
    snapshots.set(moment, snapshot)
    const [answer] = await Promise.allSettled([read(reads, each, snapshot).catch(notYet)])
    if (answer.status === 'rejected' && isBroken(answer.reason)) throw answer.reason
    answers.push(answer)
  }
  return answers
}

const shared = (snapshot: Snapshot): Snapshot => ({ ...snapshot, rows: sharedRows(snapshot.rows) })

function extentOf({ moments }: PastFile): Asks['extent']['answered'] {
  const [first, last] = [moments.first(), moments.last()]
  return first && last && { from: first.at, to: last.at, first: first.position, last: last.position }
}

function densityOf({ moments }: PastFile, { from, to, buckets }: Asks['density']['asked']): number[] {
  return moments.counts(Array.from({ length: buckets + 1 }, (_, n) => from + ((to - from) * n) / buckets))
}

function remake(opened: Kept | undefined, file: string): void {
  opened?.past.close()
  kept.delete(file)
  removeLogFile(file)
}

async function take({ past }: Kept, file: string, { after, events }: Asks['take']['asked']): Promise<void> {
  if (past.reach().after !== after) return
  const erased = past.erased.size
  await takeIn(past, views, events.map(fromLog))
  if (past.erased.size > erased) kept.set(file, { past, reads: readsOf(past) })
}

async function answer(asked: Kept, ask: Ask): Promise<Asks[keyof Asks]['answered']> {
  const { past } = asked
  switch (ask.does) {
    case 'open':
      return past.reach()
    case 'remake':
      remake(asked, ask.file)
      return open(ask.file).past.reach()
    case 'take':
      await take(asked, ask.file, ask)
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

/** A row that is not JSON is damaged too. */
const isBroken = (error: unknown) => isDamaged(error) || error instanceof SyntaxError || error instanceof PastDamaged

/** Answers a request. A damaged file is removed and rebuilt on the next request. */
export default async function answerOrRemove(ask: Ask): Promise<Asks[keyof Asks]['answered'] | Rejection> {
  try {
    return await answer(open(ask.file), ask).catch(notYet)
  } catch (error) {
    if (isBroken(error)) remake(kept.get(ask.file), ask.file)
    throw error
  }
}
