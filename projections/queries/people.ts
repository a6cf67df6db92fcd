/**
 * Decrypts and caches people for lists and search.
 * Erased people have no name.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Role } from '#domain/city.ts'
import { foldForSearch } from '#domain/fold-text.ts'
import { erasedPersonOf, type Person, unsealPersons } from '#platform/persons.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'
import type { ProjectionRunner } from '../runner/runner.ts'
import type { ViewReadDependencies } from './dependencies.ts'

/**
 * A person as shown in lists.
 * An erased person is named 'Erased resident' or 'Erased user' and has no email.
 */
export interface ListedPerson extends Person {
  row: AccountRow
  /**
   * Whether the person is erased at the queried log position.
   * In a read of the past, the erasure may come later.
   */
  erased: boolean
  /**
   * True if the key that encrypts the person's data was deleted.
   * The data can then no longer be decrypted, not even in a read of the past.
   */
  keyGone: boolean
  /**
   * Texts by which people are found and sorted, in lower case.
   * They are computed once per person, because each search compares all people.
   */
  folded: { name: string; email: string; employeeId: string; place: string }
}

export interface PersonDirectory {
  /** Returns all people who ever had accounts, in no order. */
  all(rows: Rows): Promise<readonly ListedPerson[]>
  /**
   * Returns people by id.
   * Ids without an account are left out.
   */
  byId(rows: Rows, ids: readonly string[]): Promise<Map<string, ListedPerson>>
}

const MAX_CACHED = 50_000
/** People decrypted per batch, which blocks the thread. */
const BATCH_SIZE = 500

/**
 * Creates the directory of people.
 * `most` limits the cached people.
 */
export function createPersonDirectory(
  { runner, sealer }: Pick<ViewReadDependencies, 'runner' | 'sealer'>,
  most = MAX_CACHED,
): PersonDirectory {
  /**
   * Cache of decrypted people, each with the version of the person's row.
   * After a row changes, its version differs, and the person is decrypted again.
   */
  const cache = new LRUCache<string, ListedPerson>({ max: most })
  /** Last complete list of people, valid until a row changes. */
  let last: { rows: readonly AccountRow[]; shown: readonly ListedPerson[] } = { rows: [], shown: [] }
  /**
   * Number of erasures seen by this process.
   * If it changes while people are decrypted, the result is not cached.
   */
  let erasures = 0
  runner?.onEvents((events) => {
    for (const { type, data } of events) {
      if (type !== 'AccountErased') continue
      erasures += 1
      cache.delete((data as { userId: string }).userId)
      last = { rows: [], shown: [] }
    }
  })

  async function open(rows: readonly AccountRow[]): Promise<ListedPerson[]> {
    const present = rows.filter((row) => !row.erased)
    const opened = await unsealPersons(
      sealer,
      present.map((row) => ({ ...row, userId: row.id })),
    )
    const persons = new Map(present.map(({ id }, index) => [id, opened[index]]))
    return rows.map((row) => toListedPerson(row, persons.get(row.id), runner === undefined))
  }

  async function listAll(rows: Rows): Promise<readonly ListedPerson[]> {
    const accounts = await rows.find<AccountRow>('accounts', { unsorted: true })
    const { rows: known, shown: before } = last
    if (accounts.length === known.length && accounts.every((row, n) => row === known[n])) return before
    const asOf = erasures
    const shown = await listPersons(accounts)
    if (asOf === erasures && accounts.length <= most) last = { rows: accounts, shown }
    return shown
  }

  async function listPersons(accounts: readonly AccountRow[]): Promise<ListedPerson[]> {
    const shown: ListedPerson[] = []
    const unknown: AccountRow[] = []
    for (const row of accounts) {
      // Uses `peek`, which does not mark the entry as recently used.
      // Every list reads all people, so recent use is no reason to keep an entry.
      const known = cache.peek(row.id)
      if (known?.row.position === row.position) shown.push(known)
      else unknown.push(row)
    }
    for (let from = 0; from < unknown.length; from += BATCH_SIZE) {
      if (from > 0) await breathe()
      const asOf = erasures
      const opened = await open(unknown.slice(from, from + BATCH_SIZE))
      if (asOf === erasures) for (const person of opened) cache.set(person.row.id, person)
      shown.push(...opened)
    }
    return shown
  }

  return {
    all: listAll,
    async byId(rows, ids) {
      const accounts = await rows.get<AccountRow>('accounts', [...new Set(ids)])
      const shown = await listPersons(accounts.filter((row) => row !== undefined))
      return new Map(shown.map((shown) => [shown.row.id, shown]))
    },
  }
}

/** Returns the name that is shown for an erased person. */
export const erasedNameOf = (role: Role | undefined) => (role === 'resident' ? 'Erased resident' : 'Erased user')

/**
 * Returns the column 'Zone/Facility': a resident's zone or a staff member's facility.
 * Returns '' for an erased person.
 */
export const zoneOrFacilityOf = ({ row, facility, keyGone }: Pick<ListedPerson, 'row' | 'facility' | 'keyGone'>) =>
  keyGone ? '' : (row.zone ?? facility ?? '')

/**
 * Builds a person's entry for the list of people.
 * In the present, a missing key means that the person was erased, because erasure deletes the key first.
 * In a replay of the past, the row decides, because the person may have been erased later.
 */
function toListedPerson(row: AccountRow, person: Person | undefined, isReplay: boolean): ListedPerson {
  const shown: Person = person ?? { name: erasedNameOf(row.role), email: '' }
  const { name, email, employeeId = '' } = shown
  const keyGone = !person
  const folded = {
    name: foldForSearch(name),
    email: foldForSearch(email),
    employeeId: foldForSearch(employeeId),
    place: foldForSearch(zoneOrFacilityOf({ row, ...shown, keyGone })),
  }
  return { row, ...shown, erased: isReplay ? row.erased : keyGone, keyGone, folded }
}

/** Removes the keys of erased people from this process as soon as it reads of their erasure. */
export function forgetErasedPersons(
  runner: Pick<ProjectionRunner, 'onEvents' | 'onOtherLog'>,
  sealer: Pick<Sealer, 'forget' | 'reload'>,
): void {
  runner.onEvents((events) => {
    for (const event of events) {
      const personId = erasedPersonOf(event)
      if (personId !== undefined) sealer.forget(personId)
    }
  })
  // This process may not read all events of a log that replaces another, and could miss erasures in it.
  runner.onOtherLog(sealer.reload)
}
