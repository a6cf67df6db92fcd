/**
 * `npm run repair [-- --accept]`: finds what keeps a start or a backup from going on because log and proofs do not fit, and says what
 * would be accepted. With `--accept` the log is accepted as it is: what does not fit it is declared in the log, or withdrawn.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { lostMark } from '#command-api/accounts/erase-again.ts'
import { withdrawCheckpoint } from '#command-api/audit/withdraw-checkpoint.ts'
import { isServed } from '#platform/backup/door.ts'
import { checkCheckpoints } from '#platform/backup/proven.ts'
import { finishRestore } from '#platform/backup/put-back.ts'
import { readRestoredNote, writeRestoredNote } from '#platform/backup/restored-note.ts'
import { readSettings, type Settings, vaultKeyFile } from '#platform/config.ts'
import { eventAt } from '#platform/event-store/log-mark.ts'
import { runCommand } from '#platform/process.ts'
import { lostTree } from '#platform/proof/known-tree.ts'

async function openStores(settings: Settings) {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = settings
  if (!EVENTSTORE_URL && !MONGODB_URL) return (await import('#platform/backup/whole.ts')).openCopy(DATA_DIR, settings)
  if (!EVENTSTORE_URL || !MONGODB_URL) throw new Error('Set EVENTSTORE_URL and MONGODB_URL, or neither of them.')
  const log = await (await import('#platform/event-store/eventstoredb.ts')).openEventStoreDb(EVENTSTORE_URL)
  const vault = await (await import('#platform/vault/mongodb.ts')).openMongoVault(MONGODB_URL, vaultKeyFile(settings))
  return { log, vault, close: async () => void (await Promise.all([log.close(), vault.close()])) }
}

await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { accept: { type: 'boolean' } } })
  const settings = readSettings(process.env)
  const { DATA_DIR } = settings
  if (await isServed(DATA_DIR)) throw new Error(`WasteSense is running on ${DATA_DIR}. Stop it first.`)
  await finishRestore(DATA_DIR)
  const { log, vault, close } = await openStores(settings)
  try {
    const { faulty, size } = await checkCheckpoints({ log, vault })
    for (const checkpoint of faulty) {
      if (values.accept) await withdrawCheckpoint(log, checkpoint, new Date())
      console.log(`${values.accept ? 'Withdrawn' : 'Would be withdrawn'}: ${checkpoint.sentence}.`)
    }
    const lost = await lostTree(log, DATA_DIR)
    const isRolledBack = !readRestoredNote(DATA_DIR) && (lost || (await lostMark({ store: log, vault })))
    if (isRolledBack) {
      const gone = lost
        ? `events ${size + 1} to ${lost.size} are not in the log`
        : 'events that the vault knows of are not in the log'
      console.log(
        `${values.accept ? 'Accepted' : 'Would be accepted'}: ${gone}. It goes on from its first ${size} events.`,
      )
      if (values.accept) {
        const head = await eventAt(log, await log.head())
        const givenUp = lost && { size: lost.size, root: lost.root }
        const restored = {
          size: size + (values.accept ? faulty.length : 0),
          ...(givenUp && { givenUp }),
          restoredAt: new Date().toISOString(),
        }
        writeRestoredNote(DATA_DIR, { id: randomUUID(), lastId: head?.id ?? '', restored })
      }
    }
    if (faulty.length === 0 && !isRolledBack) console.log('Log, proofs and vault fit. There is nothing to repair.')
    else if (!values.accept) console.log('Nothing was changed. To accept the log as it is: npm run repair -- --accept')
  } finally {
    await close()
  }
})
