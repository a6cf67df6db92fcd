/**
 * Checks that log and vault belong together, by an id that both contain.
 * The start stops with a message if one is missing, emptied or foreign.
 */

import { hash, randomUUID } from 'node:crypto'
import type { EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { hasKnownType, LOG_START } from '#platform/event-store/event-store.ts'
import { defineSingleStreamAggregate } from './category.ts'
import { createEvent } from './decider.ts'
import { handleCommand } from './handle.ts'
import type { Kernel } from './kernel.ts'
import { loadState } from './load.ts'

const NOTE = 'installation'

const OR_BACKUP = 'or restore log and vault from one backup.'
const EMPTY_LOG = `The log is empty, but the vault beside it is not. Put back the log that belongs to this vault, ${OR_BACKUP}`
const EMPTY_VAULT = `The vault is empty, but the log beside it is not, so no personal data in it can be read. Put back the vault that belongs to this log, ${OR_BACKUP}`
const FOREIGN_VAULT_MESSAGE = `The log and the vault belong to different installations. Put back the matching one, ${OR_BACKUP}`

type Founded = EventData<'InstallationFounded'>
type Ports = Pick<Kernel, 'store' | 'vault'>

const founding = defineSingleStreamAggregate<Founded | undefined, 'installation'>('installation', undefined, {
  InstallationFounded: (_, founded) => founded,
})

/**
 * Throws unless log and vault belong to the same installation.
 * Gives a new log and vault a common installation id.
 * Also gives older ones an id, if the vault knows the people in the log.
 */
export async function pairLogWithVault(ports: Ports, now: Date): Promise<void> {
  const { store, vault } = ports
  // Reads the installation id from the vault first, then from the log.
  // Another process may be storing the id, and it writes to the log before the vault.
  // If the vault has the id, the log therefore has it too.
  const known = await vault.note(NOTE)
  const isVaultEmpty = await vault.isEmpty()
  const founded = await loadState(store, founding.stream(), founding)
  if (founded) return checkPair(ports, founded, { known, isVaultEmpty })
  const isEmpty = (await store.head()) === LOG_START
  if (known !== undefined) throw new Error(isEmpty ? EMPTY_LOG : FOREIGN_VAULT_MESSAGE)
  if (isEmpty && !isVaultEmpty) throw new Error(EMPTY_LOG)
  await checkPeople(ports)
  await foundInstallation(ports, now)
}

const fingerprintOf = async ({ vault }: Ports) => hash('sha256', await vault.installationKey(NOTE), 'hex').slice(0, 32)

/** Contents of the vault, read before the log. */
interface InVault {
  known: string | undefined
  isVaultEmpty: boolean
}

async function checkPair(ports: Ports, founded: Founded, { known, isVaultEmpty }: InVault): Promise<void> {
  const { vault } = ports
  const isOwn = founded.vault === (await fingerprintOf(ports))
  if (known === undefined && !isOwn) throw new Error(isVaultEmpty ? EMPTY_VAULT : FOREIGN_VAULT_MESSAGE)
  if (!isOwn || (known !== undefined && known !== founded.installationId)) throw new Error(FOREIGN_VAULT_MESSAGE)
  // An earlier start crashed after it wrote the installation's id to the log.
  // Writes the id to the vault as well.
  if (known === undefined) await vault.setNote(NOTE, founded.installationId)
  if (isVaultEmpty) await checkPeople(ports)
}

/** Throws if people have registered, but the vault has a key for none of them. */
async function checkPeople({ store, vault }: Ports): Promise<void> {
  const stop = new AbortController()
  let somebody = false
  for await (const { events, caughtUp } of store.follow(LOG_START, stop.signal)) {
    const registered = events
      .filter(hasKnownType)
      .flatMap(({ type, data }) => (type === 'AccountRegistered' ? [data.userId] : []))
    somebody ||= registered.length > 0
    if ((await vault.findPersonKeys(registered)).size > 0) return
    if ((await vault.erasedAmong(registered)).size > 0) return
    if (caughtUp) break
  }
  if (somebody) throw new Error((await vault.isEmpty()) ? EMPTY_VAULT : FOREIGN_VAULT_MESSAGE)
}

/**
 * Records the installation's new id in the log and then in the vault.
 * If two processes do so at once, the second one takes the id that the first one recorded.
 */
async function foundInstallation(ports: Ports, now: Date): Promise<void> {
  const { store, vault } = ports
  const founded = { installationId: randomUUID(), vault: await fingerprintOf(ports), foundedAt: now.toISOString() }
  const envelope = { commandId: `found/${founded.installationId}`, fingerprint: '', actor: 'system' }
  const decide = (state: Founded | undefined) => (state ? [] : [createEvent('InstallationFounded', founded)])
  const handled = await handleCommand(store, founding.stream(), founding, decide, envelope)
  if (isRejection(handled) || !handled.state) throw new Error(FOREIGN_VAULT_MESSAGE)
  await vault.setNote(NOTE, handled.state.installationId)
}
