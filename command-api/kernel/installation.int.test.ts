/**
 * Tests that an event log and a vault belong together, on both kinds of storage.
 * The server does not start if one of them is missing, empty or from another installation.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type EventStore, LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { openMongoVault } from '#platform/vault/mongodb.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { startMongoDouble } from '#tests/doubles/mongodb/server.ts'
import { pairLogWithVault } from './installation.ts'

const NOW = new Date('2026-03-01T08:00:00.000Z')
const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
const closing: (() => Promise<unknown>)[] = []
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function registered(store: EventStore, userId: string): Promise<void> {
  const meta = { commandId: userId, fingerprint: '', actor: userId }
  await store.append(`account-${userId}`, NO_STREAM_REVISION, [
    { id: randomUUID(), type: 'AccountRegistered', data: { userId }, meta },
  ])
}

const BACKINGS = {
  SQLite: {
    log: async () => openSqliteEventStore(path.join(folder, randomUUID(), 'log.db')),
    vault: async () => openSqliteVault(path.join(folder, randomUUID(), 'vault.db')),
  },
  'the doubles of EventStoreDB and MongoDB': {
    async log() {
      const double = await startEventStoreDouble()
      closing.push(() => double.close())
      return openEventStoreDb(double.url)
    },
    async vault() {
      const double = await startMongoDouble()
      closing.push(() => double.close())
      return openMongoVault(double.url, path.join(folder, randomUUID()))
    },
  },
}

describe.each(Object.entries(BACKINGS))('on %s', (_, backing) => {
  async function pair(...people: string[]): Promise<{ store: EventStore; vault: Vault }> {
    const [store, vault] = [await backing.log(), await backing.vault()]
    closing.push(
      () => store.close(),
      () => vault.close(),
    )
    for (const userId of people) {
      await vault.personKey(userId)
      await registered(store, userId)
    }
    return { store, vault }
  }
  async function founded(...people: string[]) {
    const ports = await pair()
    await pairLogWithVault(ports, NOW)
    for (const userId of people) {
      await ports.vault.personKey(userId)
      await registered(ports.store, userId)
    }
    return ports
  }
  const open = (ports: { store: EventStore; vault: Vault }) => pairLogWithVault(ports, NOW)

  it.each([0, 1, 2, 3, 4, 5])(
    'is a pair for who opens it while another process founds it and registers somebody before its call %i',
    async (before) => {
      const { store, vault } = await pair()
      let calls = 0
      const meanwhile = <T extends object>(port: T): T =>
        new Proxy(port, {
          get(target, name) {
            const found = Reflect.get(target, name)
            if (typeof found !== 'function') return found
            if (name === 'follow') return found.bind(target)
            return async (...given: unknown[]) => {
              if (calls++ === before) {
                await pairLogWithVault({ store, vault }, NOW)
                await vault.personKey('ama')
                await registered(store, 'ama')
              }
              return found.apply(target, given)
            }
          },
        })
      await pairLogWithVault({ store: meanwhile(store), vault: meanwhile(vault) }, NOW)
      expect(calls).toBeGreaterThan(before)
      await pairLogWithVault({ store, vault }, NOW)
    },
  )

  it('a new installation is founded once, also by two processes at a time, and opened ever after', async () => {
    const ports = await pair()
    await Promise.all([open(ports), open(ports)])
    await open(ports)
    expect(await ports.store.readAll(LOG_START, 10)).toMatchObject([
      { type: 'InstallationFounded', stream: 'installation' },
    ])
  })

  it('an earlier one is adopted once', async () => {
    const ports = await pair('u1', 'u2')
    await open(ports)
    await open(ports)
    expect(await ports.store.readStream('installation')).toHaveLength(1)
    const others = await founded('u9')
    await expect(open({ store: ports.store, vault: others.vault })).rejects.toThrow(/belong to different installations/)
  })

  it('a crash between the two halves is made good', async () => {
    const ports = await founded('u1')
    const forgetful = { ...ports.vault, note: async () => undefined }
    await open({ ...ports, vault: forgetful })
  })

  it.each([
    [
      'an empty log beside a full vault',
      async () => ({ store: (await pair()).store, vault: (await founded('u1')).vault }),
      /^The log is empty, but the vault .+\.$/,
    ],
    [
      'an empty log beside a full vault of before',
      async () => ({ store: (await pair()).store, vault: (await pair('u1')).vault }),
      /^The log is empty, but the vault .+\.$/,
    ],
    [
      'an empty vault beside a full log',
      async () => ({ store: (await founded('u1')).store, vault: (await pair()).vault }),
      /^The vault is empty, but the log .+\.$/,
    ],
    [
      'an empty vault beside a full log of before',
      async () => ({ store: (await pair('u1')).store, vault: (await pair()).vault }),
      /^The vault is empty, but the log .+\.$/,
    ],
    [
      'the vault of another installation',
      async () => ({ store: (await founded('u1')).store, vault: (await founded('u1')).vault }),
      /^The log and the vault belong to different installations\. .+\.$/,
    ],
    [
      'the vault of another installation of before',
      async () => ({ store: (await pair('u1')).store, vault: (await pair('u2')).vault }),
      /^The log and the vault belong to different installations\. .+\.$/,
    ],
    [
      'the log of another installation of before',
      async () => ({ store: (await pair('u1')).store, vault: (await founded('u1')).vault }),
      /^The log and the vault belong to different installations\. .+\.$/,
    ],
    [
      'a vault that was emptied of people',
      async () => emptied(await founded('u1')),
      /^The vault is empty, but the log .+\.$/,
    ],
  ] as const)('%s is refused', async (_what, make, sentence) => {
    await expect(open(await make())).rejects.toThrow(sentence)
  })

  /** Returns a log, and a vault that claims to contain no people. */
  const emptied = ({ store, vault }: { store: EventStore; vault: Vault }) => ({
    store,
    vault: {
      ...vault,
      isEmpty: async () => true,
      findPersonKeys: async () => new Map(),
      erasedAmong: async () => new Set<string>(),
    },
  })
})
