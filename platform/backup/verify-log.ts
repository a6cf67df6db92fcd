/** Verifies a copied log against its signed checkpoints, and finds where two logs diverge. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CheckpointFault } from '#contract/audit/checkpoint-faults.ts'
import type { EventData } from '#contract/events.ts'
import { type EventStore, LOG_START, type Position, type StoredEvent } from '../event-store/event-store.ts'
import { rootOf } from '../proof/merkle.ts'
import { openCheckpoint } from '../proof/note.ts'
import { CHECKPOINT_KEY_STREAM, REPAIRS_STREAM, verifierKeys } from '../proof/prover.ts'
import { openTree } from '../proof/tree.ts'
import type { Vault } from '../vault/vault.ts'

/** Checkpoint in a log. */
interface CheckpointSummary {
  id: string
  /** Count of events that it covers. */
  size: number
  /** Root hash of those events, in base64. */
  root: string
}

interface LogAndVault {
  log: Pick<EventStore, 'readStored' | 'readStoredFrom' | 'readStream'>
  vault: Pick<Vault, 'installationKey'>
}

/** Checkpoint that does not match the log and was not withdrawn. */
export interface FaultyCheckpoint extends CheckpointSummary {
  fault: CheckpointFault
  /** Error message. */
  sentence: string
}

interface Checked {
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
export async function checkCheckpoints({ log, vault }: LogAndVault): Promise<Checked> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-proof-'))
  const { made, watched } = watchCheckpoints(log)
  const tree = openTree(path.join(folder, 'proof.db'), watched)
  try {
    return await tree.upToNow(async () => {
      const withdrawn = new Set<string>()
      for (const { type, data } of await log.readStream(REPAIRS_STREAM))
        if (type === 'CheckpointWithdrawn') withdrawn.add((data as EventData<'CheckpointWithdrawn'>).checkpointId)
      const keys =
        made.size > 0 ? await verifierKeys(vault, (await log.readStream(CHECKPOINT_KEY_STREAM)).length + 1) : []
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
        else if (base64(rootOf(tree, size)) !== root)
          add('root', `events ${sound + 1} to ${size} do not match what was signed (checkpoint of ${id})`)
        else if (signed?.size !== size || base64(signed.root) !== root)
          add('signature', `the checkpoint of ${id} is not signed by a key of this installation`)
        else sound = size
      }
      return { checkpoints, faulty, size, root: base64(rootOf(tree, size)) }
    })
  } finally {
    tree.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Verifies all checkpoints and returns the newest, or undefined if there is none.
 * `known` is the checkpoint that the backup recorded.
 * Throws an error that names the first invalid checkpoint and the command for help.
 */
export async function verifyLog(parts: LogAndVault, known?: CheckpointSummary): Promise<CheckpointSummary | undefined> {
  const { checkpoints, faulty } = await checkCheckpoints(parts)
  const newest = checkpoints.at(-1)
  if (known && newest?.id !== known.id)
    throw new Error(`The log is damaged: the checkpoint of ${known.id}, which it had at the backup, is missing.`)
  const [first] = faulty
  if (first) throw new Error(`The log is damaged: ${first.sentence}. To see what can be done: npm run repair`)
  if (newest && known && (known.size !== newest.size || known.root !== newest.root))
    throw new Error(`The log is damaged: the checkpoint of ${known.id} is not the one that was backed up.`)
  return newest
}

/** Returns size and root of the whole log, and the newest checkpoint that matches it. */
export async function summarizeLog(log: LogAndVault['log'] & Pick<EventStore, 'readStream'>) {
  const noKeys = { installationKey: async () => new Uint8Array(32) }
  const { size, root, checkpoints, faulty } = await checkCheckpoints({ log, vault: noKeys })
  const unfit = new Set(faulty.filter(({ fault }) => fault !== 'signature').map(({ id }) => id))
  const newest = checkpoints.findLast(({ id }) => !unfit.has(id))
  const checkpoint = newest && { checkpointId: newest.id, size: newest.size, root: newest.root }
  return { size, root, ...(checkpoint && { checkpoint }) }
}

/** Collects checkpoints while the tree reads the log, so that a long log is read once. */
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

/** Events compared at once. */
const PAGE = 2_000

/** Counts the leading events that two logs share. */
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
