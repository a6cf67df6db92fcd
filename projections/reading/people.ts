/**
 * Opens and caches persons for lists and search.
 * Erased persons have no name.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { openPersons, type Person } from '#platform/persons.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Role } from '#rules/city.ts'
import { fold } from '#rules/fold-text.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'
import type { ViewReading } from './reading.ts'

/** An erased person is named 'Erased resident' or 'Erased user' and has no email. */
export interface Shown extends Person {
  row: AccountRow
  /** State at the time read; a replay may precede the erasure. */
  erased: boolean
  /** True if the key is deleted, so nothing can be opened at any time. */
  keyGone: boolean
  /** Search and sort keys, folded once because each search scans everyone. */
  folded: { name: string; email: string; employeeId: string; place: string }
}

export interface People {
  /** Returns all accounts ever, unordered. */
  all(rows: Rows): Promise<readonly Shown[]>
  /** Returns persons by id, without ids that have no account. */
  byId(rows: Rows, ids: readonly string[]): Promise<Map<string, Shown>>
}

const REMEMBERED = 50_000
/** Persons opened per batch; decryption blocks the thread in between. */
const AT_ONCE = 500

/** `most` is the size of the cache. */
export function openPeople({ runner, sealer }: Pick<ViewReading, 'runner' | 'sealer'>, most = REMEMBERED): People {
  /** A changed row has a new position and is opened again. */
  const remembered = new LRUCache<string, Shown>({ max: most })
  /** The last complete list, valid while no row changes. */
  let last: { rows: readonly AccountRow[]; shown: readonly Shown[] } = { rows: [], shown: [] }
  /**
   * Number of erasures so far.
   * If it changes during opening, the result is not cached.
   */
  let erasures = 0
  runner?.onEvents((events) => {
    for (const { type, data } of events) {
      if (type !== 'AccountErased') continue
      erasures += 1
      remembered.delete((data as { userId: string }).userId)
      last = { rows: [], shown: [] }
    }
  })

  async function open(rows: readonly AccountRow[]): Promise<Shown[]> {
    const present = rows.filter((row) => !row.erased)
    const opened = await openPersons(
      sealer,
      present.map((row) => ({ ...row, userId: row.id })),
    )
    const persons = new Map(present.map(({ id }, index) => [id, opened[index]]))
    return rows.map((row) => show(row, persons.get(row.id), runner === undefined))
  }

  async function showEverybody(rows: Rows): Promise<readonly Shown[]> {
    const accounts = await rows.find<AccountRow>('accounts', { unsorted: true })
    const { rows: known, shown: before } = last
    if (accounts.length === known.length && accounts.every((row, n) => row === known[n])) return before
    const asOf = erasures
    const shown = await showAll(accounts)
    if (asOf === erasures && accounts.length <= most) last = { rows: accounts, shown }
    return shown
  }

  async function showAll(accounts: readonly AccountRow[]): Promise<Shown[]> {
    const shown: Shown[] = []
    const unknown: AccountRow[] = []
    for (const row of accounts) {
      // `peek` skips recency: each list reads everyone.
      const known = remembered.peek(row.id)
      if (known?.row.position === row.position) shown.push(known)
      else unknown.push(row)
    }
    for (let from = 0; from < unknown.length; from += AT_ONCE) {
      if (from > 0) await breathe()
      const asOf = erasures
      const opened = await open(unknown.slice(from, from + AT_ONCE))
      if (asOf === erasures) for (const person of opened) remembered.set(person.row.id, person)
      shown.push(...opened)
    }
    return shown
  }

  return {
    all: showEverybody,
    async byId(rows, ids) {
      const accounts = await rows.get<AccountRow>('accounts', [...new Set(ids)])
      const shown = await showAll(accounts.filter((row) => row !== undefined))
      return new Map(shown.map((shown) => [shown.row.id, shown]))
    },
  }
}

/** Returns the display name of an erased person. */
export const erasedName = (role: Role | undefined) => (role === 'resident' ? 'Erased resident' : 'Erased user')

/**
 * Returns the column 'Zone/Facility': zone of residents, facility of staff.
 * Returns '' for erased persons.
 */
export const placeOf = ({ row, facility, keyGone }: Pick<Shown, 'row' | 'facility' | 'keyGone'>) =>
  keyGone ? '' : (row.zone ?? facility ?? '')

/**
 * In the present the key is deleted shortly before the row changes.
 * In a replay it is missing even before the erasure.
 */
function show(row: AccountRow, person: Person | undefined, isReplay: boolean): Shown {
  const shown: Person = person ?? { name: erasedName(row.role), email: '' }
  const { name, email, employeeId = '' } = shown
  const keyGone = !person
  const folded = {
    name: fold(name),
    email: fold(email),
    employeeId: fold(employeeId),
    place: fold(placeOf({ row, ...shown, keyGone })),
  }
  return { row, ...shown, erased: isReplay ? row.erased : keyGone, keyGone, folded }
}
