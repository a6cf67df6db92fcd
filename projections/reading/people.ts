/** People as lists show them: rows opened once and remembered, ready for search; of the erased no name is kept. */
import { setImmediate as breathe } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { openPersons, type Person } from '#platform/persons.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Role } from '#rules/city.ts'
import { fold } from '#rules/fold-text.ts'
import type { AccountRow } from '../accounts/accounts-view.ts'
import type { ViewReading } from './reading.ts'

/** An erased person is called 'Erased resident' or 'Erased user', and has no email. */
export interface Shown extends Person {
  row: AccountRow
  /** At the moment that is read: in a replay that may be before the erasure. */
  erased: boolean
  /** Nothing of the person can be read any more, at whatever moment. */
  keyGone: boolean
  /** What is compared when searching and sorting: folded once, since each search looks at everybody. */
  folded: { name: string; email: string; employeeId: string; place: string }
}

export interface People {
  /** Everybody who ever had an account, in no order. */
  all(rows: Rows): Promise<readonly Shown[]>
  /** Those with these ids, by id; nobody for an id without an account. */
  byId(rows: Rows, ids: readonly string[]): Promise<Map<string, Shown>>
}

const REMEMBERED = 50_000
/** So many are opened at a time; in between others get their turn, since deciphering keeps the thread busy. */
const AT_ONCE = 500

/** `most`: so many people are remembered. */
export function openPeople({ runner, sealer }: Pick<ViewReading, 'runner' | 'sealer'>, most = REMEMBERED): People {
  /** A row that changed has another position and is opened anew: nobody is shown as they were before their erasure. */
  const remembered = new LRUCache<string, Shown>({ max: most })
  /** Everybody as they were listed last: as long as no row has changed they are the same. */
  let last: { rows: readonly AccountRow[]; shown: readonly Shown[] } = { rows: [], shown: [] }
  /** What was opened before one of them and comes after it is not remembered: it may be the name of who was erased. */
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
      // Whoever lists people asks for all of them: who was asked for last tells nothing.
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

/** What an erased person is called. */
export const erasedName = (role: Role | undefined) => (role === 'resident' ? 'Erased resident' : 'Erased user')

/** The column 'Zone/Facility': residents have the one, staff perhaps the other. Nothing is told of an erased person. */
export const placeOf = ({ row, facility, keyGone }: Pick<Shown, 'row' | 'facility' | 'keyGone'>) =>
  keyGone ? '' : (row.zone ?? facility ?? '')

/** In the present a key is gone a moment before the row says so; in a replay all the time, also before the erasure. */
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
