/** The tree over a log, kept in a file beside it: made of the log alone, so that it can be made again. */
import type { EventStore, Position, StoredEvent } from '../event-store/event-store.ts'
import { START } from '../event-store/event-store.ts'
import { createCatchUp, inOne, openLogFile } from '../log-file.ts'
import { completedBy, leafHash, type Nodes } from './merkle.ts'

/** Events of one commit, between two turns of whatever else waits for this thread. */
const BATCH = 200

/** What a leaf is made over: an event's fields as they are stored, a line each. Its place in the log is that of its leaf. */
export const canonicalBytes = ({ stream, revision, id, type, at, data, meta }: Omit<StoredEvent, 'position'>) =>
  Buffer.from([stream, revision, id, type, at, data, meta].join('\n'))

export interface LogTree extends Nodes {
  /** Takes in what the log has got meanwhile. */
  catchUp(): Promise<void>
  /** Leaves. */
  size(): number
  /** The leaf of the event at a position; undefined where there is none. */
  indexOf(position: number): number | undefined
  /** The position of a leaf's event. */
  positionOf(index: number): Position | undefined
  close(): void
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS leaves (leaf INTEGER PRIMARY KEY, position INTEGER NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS nodes (level INTEGER, place INTEGER, hash BLOB NOT NULL, PRIMARY KEY (level, place)) WITHOUT ROWID`

/** Opens the tree in `file`, which several processes may have open. */
export function openTree(file: string, store: Pick<EventStore, 'readStored'>): LogTree {
  const database = openLogFile(file, { format: 0, tables: TABLES })
  const last = database.prepare('SELECT leaf, position FROM leaves ORDER BY leaf DESC LIMIT 1')
  const leafAt = database.prepare('SELECT leaf FROM leaves WHERE position = ?')
  const positionAt = database.prepare('SELECT position FROM leaves WHERE leaf = ?')
  const node = database.prepare('SELECT hash FROM nodes WHERE level = ? AND place = ?')
  const addLeaf = database.prepare('INSERT INTO leaves (leaf, position) VALUES (?, ?)')
  const addNode = database.prepare('INSERT INTO nodes (level, place, hash) VALUES (?, ?, ?)')

  const end = () => last.get() as { leaf: number; position: Position } | undefined
  const size = () => (end()?.leaf ?? -1) + 1
  const lastPosition = () => end()?.position ?? START

  const nodes: Nodes = {
    at(level, index) {
      const found = node.get(level, index) as { hash: Uint8Array } | undefined
      if (!found) throw new Error(`The tree has no node ${index} at level ${level}.`)
      return found.hash
    },
  }

  function take(events: readonly StoredEvent[]): void {
    inOne(database, () => {
      const known = lastPosition()
      let leaf = size()
      for (const event of events.filter(({ position }) => position > known)) {
        completedBy(leafHash(canonicalBytes(event)), leaf, nodes).forEach((hash, level) => {
          addNode.run(level, Math.floor(leaf / 2 ** level), hash)
        })
        addLeaf.run(leaf++, event.position)
      }
    })
  }

  return {
    ...nodes,
    size,
    catchUp: createCatchUp({ store, last: lastPosition, take, batch: BATCH }),
    indexOf: (position) => (leafAt.get(position) as { leaf: number } | undefined)?.leaf,
    positionOf: (index) => (positionAt.get(index) as { position: Position } | undefined)?.position,
    close: () => database.close(),
  }
}
