/** Log and vault belong together: each names the other, and a start with one that is missing, emptied or foreign ends with a sentence. */

import { hash, randomUUID } from 'node:crypto'
import { isRejection } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import { isKnown, START } from '#platform/event-store/event-store.ts'
import { single } from './category.ts'
import { event } from './decider.ts'
import { handle } from './handle.ts'
import type { Kernel } from './kernel.ts'
import { loadFrom } from './load.ts'

const NOTE = 'installation'

const OR_BACKUP = 'or restore log and vault from one backup.'
const EMPTY_LOG = `The log is empty, but the vault that lies beside it is not. Put the log back that belongs to this vault, ${OR_BACKUP}`
const EMPTY_VAULT = `The vault is empty, but the log that lies beside it is not: nobody in it could be read. Put the vault back that belongs to this log, ${OR_BACKUP}`
const FOREIGN = `The log and the vault are not of the same installation. Put back the one that belongs to the other, ${OR_BACKUP}`

type Founded = EventData<'InstallationFounded'>
type Ports = Pick<Kernel, 'store' | 'vault'>

const founding = single<Founded | undefined, 'installation'>('installation', undefined, {
  InstallationFounded: (_, founded) => founded,
})

/**
 * Throws a sentence unless log and vault are a pair. A new installation is founded with this, and one of before, which has
 * no names yet, is adopted if the vault knows somebody of the log.
 */
export async function openInstallation(ports: Ports, now: Date): Promise<void> {
  const { store, vault } = ports
  // The vault is asked first: its half is written last, so that what another process founds meanwhile is whole in the log.
  const known = await vault.note(NOTE)
  const isVaultEmpty = await vault.isEmpty()
  const founded = await loadFrom(store, founding.stream(), founding)
  if (founded) return checkPair(ports, founded, { known, isVaultEmpty })
  const isEmpty = (await store.head()) === START
  if (known !== undefined) throw new Error(isEmpty ? EMPTY_LOG : FOREIGN)
  if (isEmpty && !isVaultEmpty) throw new Error(EMPTY_LOG)
  await checkPeople(ports)
  await found(ports, now)
}

const fingerprintOf = async ({ vault }: Ports) => hash('sha256', await vault.installationKey(NOTE), 'hex').slice(0, 32)

/** What was found in the vault, before the log was read. */
interface InVault {
  known: string | undefined
  isVaultEmpty: boolean
}

async function checkPair(ports: Ports, founded: Founded, { known, isVaultEmpty }: InVault): Promise<void> {
  const { vault } = ports
  const isOwn = founded.vault === (await fingerprintOf(ports))
  if (known === undefined && !isOwn) throw new Error(isVaultEmpty ? EMPTY_VAULT : FOREIGN)
  if (!isOwn || (known !== undefined && known !== founded.installationId)) throw new Error(FOREIGN)
  // A crash came between the two halves.
  if (known === undefined) await vault.setNote(NOTE, founded.installationId)
  if (isVaultEmpty) await checkPeople(ports)
}

/** Throws unless the vault knows somebody who registered in the log, or nobody did. */
async function checkPeople({ store, vault }: Ports): Promise<void> {
  const stop = new AbortController()
  let somebody = false
  for await (const { events, caughtUp } of store.follow(START, stop.signal)) {
    const registered = events
      .filter(isKnown)
      .flatMap(({ type, data }) => (type === 'AccountRegistered' ? [data.userId] : []))
    somebody ||= registered.length > 0
    if ((await vault.findPersonKeys(registered)).size > 0) return
    if ((await vault.erasedAmong(registered)).size > 0) return
    if (caughtUp) break
  }
  if (somebody) throw new Error((await vault.isEmpty()) ? EMPTY_VAULT : FOREIGN)
}

/** The log's half first; of two processes that found at once the second finds it founded. */
async function found(ports: Ports, now: Date): Promise<void> {
  const { store, vault } = ports
  const founded = { installationId: randomUUID(), vault: await fingerprintOf(ports), foundedAt: now.toISOString() }
  const envelope = { commandId: `found/${founded.installationId}`, fingerprint: '', actor: 'system' }
  const decide = (state: Founded | undefined) => (state ? [] : [event('InstallationFounded', founded)])
  const handled = await handle(store, founding.stream(), founding, decide, envelope)
  if (isRejection(handled) || !handled.state) throw new Error(FOREIGN)
  await vault.setNote(NOTE, handled.state.installationId)
}
