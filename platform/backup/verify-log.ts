/** Verifies a log against its signed checkpoints, and finds where two logs diverge. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CheckpointFault } from '#contract/audit/kinds.ts'
import type { EventData } from '#contract/events.ts'
import { type EventStore, LOG_START, type Position, type StoredEvent } from '../event-store/event-store.ts'
import { REPAIRS_STREAM } from '../proof/lost-tree.ts'
import { merkleRootOf } from '../proof/merkle.ts'
import { openCheckpoint } from '../proof/note.ts'
import { CHECKPOINT_KEY_STREAM, listVerifierKeys } from '../proof/prover.ts'
import { openProofTree, type ProofTree } from '../proof/tree.ts'
import type { Vault } from '../vault/vault.ts'

/** Checkpoint: a signature over the first events of a log. */
interface CheckpointSummary {
  id: string
  /** Count of events that the checkpoint covers. */
  size: number
  /** Merkle root of the events that the checkpoint covers, in base64. */
  root: string
}

interface LogAndVault {
  log: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'readStream'>
  vault: Pick<Vault, 'installationKey'>
}

/** Checkpoint that mismatches the log and that no later event withdrew. */
export interface FaultyCheckpoint extends CheckpointSummary {
  fault: CheckpointFault
  /** Error message. */
  sentence: string
}

interface LogVerification {
  /** Checkpoints that were not withdrawn, in log order. */
  checkpoints: CheckpointSummary[]
  faulty: FaultyCheckpoint[]
  /** Count of events in the whole log. */
  size: number
  root: string
}

const base64 = (hash: Uint8Array) => Buffer.from(hash).toString('base64')

/**
 * Verifies every checkpoint of a log.
 * Reads the log once.
 */
export async function verifyCheckpoints({ log, vault }: LogAndVault): Promise<LogVerification> {
  const { made, watched } = watchCheckpoints(log)
  return withTreeOf(watched, async (tree) => {
    const withdrawn = new Set<string>()
    for (const { type, data } of await log.readStream(REPAIRS_STREAM))
      if (type === 'CheckpointWithdrawn') withdrawn.add((data as EventData<'CheckpointWithdrawn'>).checkpointId)
    const keys =
      made.size > 0 ? await listVerifierKeys(vault, (await log.readStream(CHECKPOINT_KEY_STREAM)).length + 1) : []
    const size = tree.size()
    const all = [...made].filter(([, { checkpointId }]) => !withdrawn.has(checkpointId))
    const checkpoints = all.map(([, { checkpointId: id, size, root }]) => ({ id, size, root }))
    const faulty: FaultyCheckpoint[] = []
    let sound = 0
    for (const [position, { checkpointId: id, size, root, note }] of all) {
      const before = (await tree.indexOf(position)) ?? 0
      const signed = keys.map((key) => openCheckpoint(note, key)).find((checkpoint) => checkpoint !== undefined)
      const add = (fault: CheckpointFault, sentence: string) => faulty.push({ id, size, root, fault, sentence })
      if (size > before) add('size', `the checkpoint of ${id} is over ${size} events, and ${before} came before it`)
      else if (base64(merkleRootOf(tree, size)) !== root)
        add('root', `events ${sound + 1} to ${size} do not match what was signed (checkpoint of ${id})`)
      else if (signed?.size !== size || base64(signed.root) !== root)
        add('signature', `the checkpoint of ${id} is not signed by a key of this installation`)
      else sound = size
    }
    return { checkpoints, faulty, size, root: base64(merkleRootOf(tree, size)) }
  })
}

/** Builds the Merkle tree of a log in a temporary folder, and reads it. */
async function withTreeOf<T>(
  log: Parameters<typeof openProofTree>[1],
  read: (tree: ProofTree) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-proof-'))
  const tree = openProofTree(path.join(folder, 'proof.db'), log)
  try {
    return await tree.upToNow(() => read(tree))
  } finally {
    tree.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Verifies all checkpoints of the log and returns the newest, if any.
 * `known` is the newest checkpoint at the time of the backup.
 * The log must still contain it.
 * Throws an error if a checkpoint is invalid or missing.
 */
export async function verifyLog(parts: LogAndVault, known?: CheckpointSummary): Promise<CheckpointSummary | undefined> {
  const { checkpoints, faulty } = await verifyCheckpoints(parts)
  const newest = checkpoints.at(-1)
  if (known && newest?.id !== known.id)
    throw new Error(`The log is damaged: the checkpoint of ${known.id}, which it had at the backup, is missing.`)
  const [first] = faulty
  if (first) throw new Error(`The log is damaged: ${first.sentence}. To see what can be done: npm run repair`)
  if (newest && known && (known.size !== newest.size || known.root !== newest.root))
    throw new Error(`The log is damaged: the checkpoint of ${known.id} is not the one that was backed up.`)
  return newest
}

/** Returns whether a log starts with the events that a Merkle root covers. */
export const startsWithEvents = (
  log: LogAndVault['log'],
  { size, root }: Pick<CheckpointSummary, 'size' | 'root'>,
): Promise<boolean> => withTreeOf(log, (tree) => tree.size() >= size && base64(merkleRootOf(tree, size)) === root)

/** Returns a log's event count, root hash and newest matching checkpoint. */
export async function summarizeLog(log: LogAndVault['log'] & Pick<EventStore, 'readStream'>) {
  const noKeys = { installationKey: async () => new Uint8Array(32) }
  const { size, root, checkpoints, faulty } = await verifyCheckpoints({ log, vault: noKeys })
  const unfit = new Set(faulty.filter(({ fault }) => fault !== 'signature').map(({ id }) => id))
  const newest = checkpoints.findLast(({ id }) => !unfit.has(id))
  const checkpoint = newest && { checkpointId: newest.id, size: newest.size, root: newest.root }
  return { size, root, ...(checkpoint && { checkpoint }) }
}

/**
 * Wraps a log, and collects the checkpoints among the events that are read from it.
 * A long log is thus read only once.
 */
function watchCheckpoints(log: LogAndVault['log']) {
  const made = new Map<Position, EventData<'CheckpointMade'>>()
  function watch(events: StoredEvent[]): StoredEvent[] {
    for (const { type, position, data } of events) if (type === 'CheckpointMade') made.set(position, JSON.parse(data))
    return events
  }
  const watched: Pick<EventStore, 'readStored' | 'readStoredFrom'> = {
    readStored: async (after, limit) => watch(await log.readStored(after, limit)),
    readStoredFrom: async (position, limit) => watch(await log.readStoredFrom(position, limit)),
  }
  return { made, watched }
}

/** Number of events that are read from both logs and compared at once. */
const PAGE = 2_000

/** Returns how many events two logs share at their start. */
export async function countCommonEvents(one: Pick<EventStore, 'readStored'>, other: typeof one): Promise<number> {
  let after = LOG_START
  for (let common = 0; ; ) {
    const [events, others] = await Promise.all([one.readStored(after, PAGE), other.readStored(after, PAGE)])
    const both = Math.min(events.length, others.length)
    const first = events.slice(0, both).findIndex((event, index) => !isDeepStrictEqual(event, others[index]))
    if (first !== -1) return common + first
    if (both === 0) return common
    common += both
    after = (events[both - 1] as StoredEvent).position
  }
}
