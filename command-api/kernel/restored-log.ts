/** Refuses a rolled back log, and records each restore of a backup. */
import { isRejection } from '#contract/http/problems.ts'
import { type RestoreNote, readRestoredNote, removeRestoredNote } from '#platform/backup/restored-note.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { readEventAt } from '#platform/event-store/log-mark.ts'
import { findLostProofTree } from '#platform/proof/lost-tree.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { findMarkMissingInLog } from '../accounts/vault-mark.ts'
import { logRepairsAggregate } from '../aggregates/audit.ts'
import { createEvent } from './decider.ts'
import { createPolicyEnvelope, handleCommand } from './handle.ts'
import { hasCommand } from './load.ts'

interface RestorePorts {
  store: EventStore
  vault: Pick<Vault, 'note'>
  dataDir: string
}

const REPAIR_INSTRUCTIONS =
  'It was rolled back or replaced. Put back the log that belongs to this data, or restore log and vault from one backup. To accept the log without the missing events: npm run repair -- --accept'

/**
 * Throws if proof.db or the vault knows events that the log lacks.
 * proof.db contains hashes of all events.
 * Does not throw after a recorded restore.
 */
export async function refuseRolledBackLog({ store, vault, dataDir }: RestorePorts): Promise<void> {
  if (readRestoredNote(dataDir)) return
  const lost = await findLostProofTree(store, dataDir)
  if (lost)
    throw new Error(
      `The log lacks events that it had: proof.db covers ${lost.size} events up to ${new Date(lost.last.at).toISOString()}, but the log lacks the last of them. ${REPAIR_INSTRUCTIONS}`,
    )
  if (await findMarkMissingInLog({ store, vault }))
    throw new Error(`The log lacks events that the vault has recorded. ${REPAIR_INSTRUCTIONS}`)
}

/**
 * Returns whether a restore's note describes another log than the present one.
 * Somebody has replaced the log since, or events followed the restore unrecorded.
 */
export async function isNoteOfOtherLog(store: EventStore, { id, lastId }: RestoreNote): Promise<boolean> {
  const head = await readEventAt(store, await store.head())
  if (head?.id === lastId || head?.type === 'InstallationFounded') return false
  return !(await hasCommand(store, logRepairsAggregate.stream(), `restore/${id}`))
}

/**
 * Appends `LogRestored` once, before other events, if a file in the data folder notes a restore.
 * Returns a function that removes this file.
 * Leaves the replaced log's `proof.db`, which other processes may have rebuilt meanwhile.
 */
export async function recordRestore({ store, dataDir }: Pick<RestorePorts, 'store' | 'dataDir'>): Promise<() => void> {
  const note = readRestoredNote(dataDir)
  if (!note) return () => undefined
  if (await isNoteOfOtherLog(store, note))
    throw new Error(
      `The log is not the one that the last restore or repair left in ${dataDir}. Repeat the restore: npm run restore -- FOLDER. Or accept the log as it is: npm run repair -- --accept`,
    )
  const decide = () => [createEvent('LogRestored', note.restored)]
  const handled = await handleCommand(
    store,
    logRepairsAggregate.stream(),
    logRepairsAggregate,
    decide,
    createPolicyEnvelope(`restore/${note.id}`),
  )
  if (isRejection(handled)) throw new Error(`The restore could not be recorded in the log: ${handled.message}`)
  return () => removeRestoredNote(dataDir)
}
