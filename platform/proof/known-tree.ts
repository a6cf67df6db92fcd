/** What proof.db knows of the log that it was made of, without changing it: by that a log that was rolled back is noticed. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EventStore, LoggedEvent } from '../event-store/event-store.ts'
import { START } from '../event-store/event-store.ts'
import { eventAt, hasMark, type LogMark } from '../event-store/log-mark.ts'
import { rootOf } from './merkle.ts'
import { REPAIRS } from './prover.ts'
import { hashOf, LAYOUT, openTables } from './tree.ts'

/** A tree over events that the log has no longer. */
export interface LostTree {
  /** Its events. */
  size: number
  /** Their root, in base64. */
  root: string
  last: LogMark
}

type Store = Pick<EventStore, 'readStored' | 'readStoredFrom' | 'readStream'>

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/**
 * Returns the tree in the data folder where its last event is not in the log, and nothing in the log explains that. Undefined where
 * the log has the event, where there is no tree or a damaged one, where it is of another installation, and where the log declares
 * a restore that the tree does not know: then it is of the branch that was given up.
 */
export async function lostTree(store: Store, dataDir: string): Promise<LostTree | undefined> {
  const file = path.join(dataDir, 'proof.db')
  if (!existsSync(file)) return undefined
  const [first] = await store.readStored(START, 1)
  const restores = (await store.readStream(REPAIRS)).filter(({ type }) => type === 'LogRestored')
  const declared = await Promise.all(
    restores.map(async (event) => ({ event, stored: await eventAt(store, event.position) })),
  )
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    if (database.prepare('PRAGMA user_version').get()?.user_version !== LAYOUT.format) return undefined
    const tree = openTables(database)
    const last = tree.last()
    if (!last || !first || !isSame(tree.at(0, 0), hashOf(first)) || (await hasMark(store, last))) return undefined
    const size = last.leaf + 1
    const isGivenUp = declared.some(({ event, stored }) => {
      const index = sizeOf(event)
      return stored && index < size && !isSame(tree.at(0, index), hashOf(stored))
    })
    if (isGivenUp) return undefined
    const { position, id, at } = last
    return { size, root: Buffer.from(rootOf(tree, size)).toString('base64'), last: { position, id, at } }
  } catch {
    // A damaged tree is no witness; the prover makes it again.
    return undefined
  } finally {
    database?.close()
  }
}

const sizeOf = ({ data }: LoggedEvent) => (data as { size: number }).size
