/**
 * Runs `npm run repair [-- --accept | --restored EVENTS]`.
 * For logs, proofs and vaults that disagree.
 * Prints the causes that block a start or backup.
 * `--accept` declares differences in the log, or withdraws the contradicting checkpoint.
 * People with missing keys are erased.
 * `--restored` declares a log that was put back when nothing else shows it.
 */
import { parseArgs } from 'node:util'
import { acceptVaultDifferences } from '#command-api/accounts/delete-account.ts'
import {
  canAcceptVaultDifferences,
  compareVaultWithLog,
  describeVaultDifferences,
  RESTORE_ADVICE,
} from '#command-api/accounts/vault-check.ts'
import { findMarkMissingInLog } from '#command-api/accounts/vault-mark.ts'
import { withdrawCheckpoint } from '#command-api/audit/withdraw-checkpoint.ts'
import { isNoteOfOtherLog } from '#command-api/kernel/restored-log.ts'
import { isServerRunning } from '#platform/backup/admin-socket.ts'
import { type Branch, findBranchMissingIn, finishRestore, joinBranches } from '#platform/backup/restore.ts'
import { createNote, readRestoredNote, writeRestoredNote } from '#platform/backup/restored-note.ts'
import { verifyCheckpoints } from '#platform/backup/verify-log.ts'
import { readSettings, type ServerSettings, vaultKeyFileOf } from '#platform/config.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { runCommandLineTool } from '#platform/process.ts'
import { countEventsBeforeLoss, findLostProofTree } from '#platform/proof/lost-tree.ts'

async function openStores(settings: ServerSettings) {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = settings
  if (!EVENTSTORE_URL && !MONGODB_URL)
    return (await import('#platform/backup/snapshot.ts')).openBackupSnapshot(DATA_DIR, settings)
  if (!EVENTSTORE_URL || !MONGODB_URL) throw new Error('Set EVENTSTORE_URL and MONGODB_URL, or neither of them.')
  const log = await (await import('#platform/event-store/eventstoredb.ts')).openEventStoreDb(EVENTSTORE_URL)
  const vault = await (await import('#platform/vault/mongodb.ts')).openMongoVault(MONGODB_URL, vaultKeyFileOf(settings))
  return { log, vault, close: async () => void (await Promise.all([log.close(), vault.close()])) }
}

interface PutBackLog {
  /** Number of events in the log. */
  size: number
  /** Number of events that the log had when it was put back, as typed. */
  kept: string
}

/**
 * Writes a note from which the next start records that the log was put back.
 * What followed its first events before is unknown.
 */
async function declareRestore(log: EventStore, dataDir: string, { size, kept }: PutBackLog): Promise<void> {
  const common = Number(kept)
  if (!Number.isInteger(common) || common < 1 || common > size)
    throw new Error(
      `--restored needs the number of events that the log had when it was put back: 1 to ${size}, or ${size} if nothing has run since.`,
    )
  writeRestoredNote(dataDir, await createNote(log, { size, ...(common < size && { common }) }))
  console.log(`Declared: an older log of ${common} events was put back. The next start records it.`)
}

await runCommandLineTool(async (args) => {
  const { values } = parseArgs({ args, options: { accept: { type: 'boolean' }, restored: { type: 'string' } } })
  const isAccepted = values.accept === true
  if (isAccepted && values.restored !== undefined) throw new Error('Give either --accept or --restored.')
  const settings = readSettings(process.env)
  const { DATA_DIR } = settings
  if (await isServerRunning(DATA_DIR)) throw new Error(`WasteSense is running on ${DATA_DIR}. Stop it first.`)
  await finishRestore(DATA_DIR)
  const { log, vault, close } = await openStores(settings)
  try {
    const note = readRestoredNote(DATA_DIR)
    // The log was replaced after a restore, before a start recorded it.
    const isReplaced = note !== undefined && (await isNoteOfOtherLog(log, note))
    const isRestored = note !== undefined && !isReplaced
    // Compares the vault with the log before anything requests a key.
    // A request would create a missing key.
    const { differences } = await compareVaultWithLog({ store: log, vault }, { isRestored })
    if (isAccepted && !canAcceptVaultDifferences(differences))
      throw new Error(`Nothing was changed: nobody could sign in without the missing key. ${RESTORE_ADVICE}`)
    const { faulty, size } = await verifyCheckpoints({ log, vault })
    for (const checkpoint of faulty) {
      if (isAccepted) await withdrawCheckpoint(log, checkpoint, new Date())
      console.log(`${isAccepted ? 'Withdrawn' : 'Would be withdrawn'}: ${checkpoint.sentence}.`)
    }
    const lost = await findLostProofTree(log, DATA_DIR)
    const noted = isReplaced ? await findBranchMissingIn(log, note.restored) : undefined
    const isMarkMissing = Boolean(await findMarkMissingInLog({ store: log, vault }))
    const isDeclared = isReplaced || (!isRestored && (lost !== undefined || isMarkMissing))
    if (isDeclared) {
      // A log that grew after it was rolled back is longer than what both have in common.
      const common = (lost && (await countEventsBeforeLoss(log, DATA_DIR))) ?? size
      const branches: Branch[] = lost ? [{ size: lost.size, root: lost.root, common }] : []
      if (noted && noted.root !== lost?.root && (lost || !isMarkMissing))
        branches.push({ ...noted, common: Math.min(noted.common, size) })
      const sizeBeforeRestore = size + (isAccepted ? faulty.length : 0)
      const { givenUp } = joinBranches(branches, sizeBeforeRestore)
      const gone = givenUp
        ? `events ${(givenUp.common ?? sizeBeforeRestore) + 1} to ${givenUp.size} are not in the log`
        : isMarkMissing
          ? 'events that the vault has recorded are not in the log'
          : 'the log was replaced after a restore'
      console.log(
        `${isAccepted ? 'Accepted' : 'Would be accepted'}: ${gone}. The log continues from its first ${size} events.`,
      )
      if (isAccepted) {
        const restored = { size: sizeBeforeRestore, ...(givenUp && { givenUp }) }
        writeRestoredNote(DATA_DIR, await createNote(log, restored))
      }
    }
    const sentences = describeVaultDifferences(differences)
    for (const sentence of sentences) console.log(`${isAccepted ? 'Accepted' : 'Would be accepted'}: ${sentence}`)
    if (sentences.length > 0 && isAccepted)
      await acceptVaultDifferences({ store: log, vault }, differences, {
        isRestored: isRestored || isDeclared,
      })
    const isSound = faulty.length === 0 && !isDeclared && sentences.length === 0
    if (isSound && values.restored !== undefined) {
      if (isRestored) throw new Error('The next start records the last restore. Start WasteSense first.')
      await declareRestore(log, DATA_DIR, { size, kept: values.restored })
    } else if (isSound)
      console.log(
        `Log, proofs and vault fit. There is nothing to repair. If an older log was put back: npm run repair -- --restored EVENTS. The log has ${size} events.`,
      )
    else if (!isAccepted) console.log('Nothing was changed. To accept the log as it is: npm run repair -- --accept')
  } finally {
    await close()
  }
})
