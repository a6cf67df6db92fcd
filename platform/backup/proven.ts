/** The log of a copy checked against every checkpoint that was signed over it; and how far two logs are the same. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { EventData } from '#contract/events.ts'
import { type EventStore, START, type StoredEvent } from '../event-store/event-store.ts'
import { rootOf } from '../proof/merkle.ts'
import { openCheckpoint } from '../proof/note.ts'
import { CHECKPOINT_KEYS, verifierKeys } from '../proof/prover.ts'
import { openTree } from '../proof/tree.ts'
import type { Vault } from '../vault/vault.ts'

/** The newest checkpoint that a log holds. */
export interface Held {
  id: string
  /** Events that it is over. */
  size: number
  /** Of those, in base64. */
  root: string
}

interface Parts {
  log: Pick<EventStore, 'readStored' | 'readStream'>
  vault: Pick<Vault, 'installationKey'>
}

/**
 * The newest checkpoint in the log, once the log is what each of them says; undefined where none was made yet. `known`: one that
 * is in it according to the backup. Throws a sentence that names the first checkpoint that does not hold, and where to look.
 */
export async function provenBy({ log, vault }: Parts, known?: Held): Promise<Held | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-proof-'))
  const { made, watched } = watchCheckpoints(log)
  const tree = openTree(path.join(folder, 'proof.db'), watched)
  try {
    await tree.catchUp()
    if (known && made.at(-1)?.checkpointId !== known.id)
      throw new Error(
        `The log is damaged: the checkpoint of ${known.id}, which it held when it was backed up, is not in it.`,
      )
    const [newest] = made.slice(-1)
    if (!newest) return undefined
    const keys = await verifierKeys(vault, (await log.readStream(CHECKPOINT_KEYS)).length + 1)
    let sound = 0
    for (const { checkpointId: id, size, root, note } of made) {
      const where = `events ${sound + 1} to ${size} are not all as they were signed (checkpoint of ${id})`
      const isSame = size <= tree.size() && Buffer.from(rootOf(tree, size)).toString('base64') === root
      if (!isSame) throw new Error(`The log is damaged: ${where}.`)
      const signed = keys.map((key) => openCheckpoint(note, key)).find((checkpoint) => checkpoint !== undefined)
      if (signed?.size !== size || Buffer.from(signed.root).toString('base64') !== root)
        throw new Error(`The log is damaged: the checkpoint of ${id} is not signed by a key of this installation.`)
      sound = size
    }
    if (known && (known.size !== newest.size || known.root !== newest.root))
      throw new Error(`The log is damaged: the checkpoint of ${known.id} is not the one that was backed up.`)
    return { id: newest.checkpointId, size: newest.size, root: newest.root }
  } finally {
    tree.close()
    rmSync(folder, { recursive: true })
  }
}

/** The log for the tree to read, and the checkpoints that come by as it does: a log of years is read once. */
function watchCheckpoints(log: Pick<EventStore, 'readStored'>) {
  const made: EventData<'CheckpointMade'>[] = []
  const watched: typeof log = {
    async readStored(after, limit) {
      const events = await log.readStored(after, limit)
      for (const { type, data } of events) if (type === 'CheckpointMade') made.push(JSON.parse(data))
      return events
    },
  }
  return { made, watched }
}

/** Events of either log that are compared at once. */
const PAGE = 2_000

/** Counts the events, from the first on, that two logs have in common: where one is a copy of the other, all of the shorter. */
export async function inCommon(one: Pick<EventStore, 'readStored'>, other: typeof one): Promise<number> {
  let after = START
  for (let common = 0; ; common += PAGE) {
    const [events, others] = await Promise.all([one.readStored(after, PAGE), other.readStored(after, PAGE)])
    const first = events.findIndex((event, index) => !isDeepStrictEqual(event, others[index]))
    if (first !== -1) return common + first
    if (events.length < PAGE) return common + events.length
    after = (events.at(-1) as StoredEvent).position
  }
}
