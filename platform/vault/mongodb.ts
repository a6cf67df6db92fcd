/**
 * Implements the vault on MongoDB: one document per person, changed atomically.
 * Erasure removes its secrets.
 * MongoDB's journal, oplog and free pages retain old bytes for a while.
 * Encrypt the disk and use a short oplog.
 */
import { randomBytes } from 'node:crypto'
import { type Collection, type Filter, MongoServerError, type UpdateFilter } from 'mongodb'
import { connectMongo } from '../mongodb.ts'
import { openKeyFile, secretLocation, unwrapSecretOr } from './key-wrapping.ts'
import { createMongoAccessStore, DEVICE_ID_INDEX, UNSET_ACCESS, UNSET_SESSIONS } from './mongodb-access.ts'
import { COUNT_INDEX, COUNTS_COLLECTION, createMongoCountStore } from './mongodb-counts.ts'
import {
  hasWrappedSecrets,
  type InstallationKey,
  type PersonDocument,
  type PersonDocumentUpdater,
  rewrapSecrets,
} from './mongodb-documents.ts'
import { DAMAGED_KEY, type LinkKind, PersonErased, type Vault } from './vault.ts'

const FIELDS = { reset: 'tokens', confirmation: 'confirmations', phone: 'phoneCodes' } as const satisfies Record<
  LinkKind,
  keyof PersonDocument
>

/**
 * MongoDB update that removes all password reset links of a person.
 * It is used when the links become invalid.
 */
const NO_RESETS = { tokens: '' } as const
/** Update that removes a person's links when the person is erased. */
const NO_LINKS = { ...NO_RESETS, confirmations: '', phoneCodes: '' } as const

/**
 * Maximum number of links of each kind in a person's document.
 * Strangers can request links for a person without end.
 * More links than this are never valid at once.
 */
export const MAX_LINKS_PER_PERSON = 1_000

/** Database indexes that find a mailed link or phone code by its hash. */
const LINK_INDEXES = Object.values(FIELDS).map((field) => ({ [`${field}.hash`]: 1 as const }))

function linksIn(
  collection: unknown,
  change: PersonDocumentUpdater,
): Pick<Vault, 'saveLink' | 'findLink' | 'takeLink'> {
  const persons = collection as Collection<PersonDocument>
  const holding = (kind: LinkKind, hash: string, now: number) => ({
    [FIELDS[kind]]: { $elemMatch: { hash, expiresAt: { $gt: now } } },
  })
  const onlyId = { projection: { _id: 1 } } as const
  return {
    async saveLink(kind, hash, personId, expiresAt) {
      const added = { $each: [{ hash, expiresAt }], $slice: -MAX_LINKS_PER_PERSON }
      while (!(await change(personId, {}, { $push: { [FIELDS[kind]]: added } })));
    },
    findLink: async (kind, hash, now) => (await persons.findOne(holding(kind, hash, now), onlyId))?._id,
    async takeLink(kind, hash, now, left) {
      const owner = await persons.findOneAndUpdate(
        holding(kind, hash, now),
        left ? { $set: { [FIELDS[kind]]: [left] } } : { $unset: { [FIELDS[kind]]: '' as const } },
        onlyId,
      )
      return owner?._id
    },
  }
}

interface Note {
  _id: string
  text: string
}

const KEY_BYTES = 32
const DUPLICATE_KEY = 11000

/**
 * Runs a write.
 * Returns false if another writer inserted the document first.
 */
async function unlessTaken(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false
    throw error
  }
}

/**
 * Connects to the vault.
 * Rejects if no server answers within five seconds.
 * Rejects with a readable error if `keyFile` belongs to another vault.
 * Reads and writes with majority: a key lost in a failover would make data unreadable.
 */
export async function openMongoVault(url: string, keyFile: string): Promise<Vault> {
  const client = await connectMongo(url, { promoteBuffers: true })
  const persons = client.db().collection<PersonDocument>('vault.persons')
  const installationKeys = client.db().collection<InstallationKey>('vault.installation-keys')
  const notes = client.db().collection<Note>('vault.notes')
  const wrapping = await opening(async () => {
    for (const index of [...LINK_INDEXES, DEVICE_ID_INDEX]) await persons.createIndex(index)
    await client.db().collection(COUNTS_COLLECTION).createIndex(COUNT_INDEX)
    const opened = openKeyFile(keyFile, await hasWrappedSecrets(persons, installationKeys))
    await rewrapSecrets(persons, installationKeys, opened, keyFile)
    return opened
  })

  /**
   * Runs `work` and rethrows its errors.
   * On an error, first closes the database client, which would keep the process alive.
   */
  async function opening<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      await client.close()
      throw error
    }
  }

  async function find(personId: string): Promise<PersonDocument | null> {
    const person = await persons.findOne({ _id: personId })
    if (person?.erased) throw new PersonErased(personId)
    return person
  }

  /**
   * Changes the person's document if it matches the condition and is not erased.
   * With `upsert`, creates the document if it is missing.
   */
  async function change(
    personId: string,
    condition: Filter<PersonDocument>,
    update: UpdateFilter<PersonDocument>,
    upsert = true,
  ) {
    let changed = 0
    await unlessTaken(async () => {
      const filter = { ...condition, _id: personId, erased: { $exists: false } }
      const { matchedCount, upsertedCount } = await persons.updateOne(filter, update, { upsert })
      changed = matchedCount + upsertedCount
    })
    if (changed === 0) await find(personId)
    return changed > 0
  }

  const changeParts: PersonDocumentUpdater = (personId, condition, ...how) =>
    change(personId, condition as Filter<PersonDocument>, ...how)

  return {
    ...createMongoAccessStore(persons, changeParts),
    ...linksIn(persons, changeParts),
    ...createMongoCountStore(client.db(), unlessTaken),
    async personKey(personId) {
      for (;;) {
        const key = (await find(personId))?.key
        if (key) return wrapping.unwrap(key, secretLocation.personKey(personId))
        const made = wrapping.wrap(randomBytes(KEY_BYTES), secretLocation.personKey(personId))
        await change(personId, { key: { $exists: false } }, { $set: { key: made } })
      }
    },
    async findPersonKeys(personIds) {
      const found = await persons.find({ _id: { $in: [...personIds] }, key: { $exists: true } }).toArray()
      const keyOf = ({ _id, key }: PersonDocument) =>
        unwrapSecretOr(DAMAGED_KEY, () => wrapping.unwrap(key, secretLocation.personKey(_id)))
      return new Map(found.map((person) => [person._id, keyOf(person)]))
    },
    async erase(personId) {
      const secrets = { key: '', passwordHash: '', sessionVersion: '', ...NO_LINKS, ...UNSET_ACCESS } as const
      await persons.updateOne({ _id: personId }, { $set: { erased: true }, $unset: secrets }, { upsert: true })
    },
    async credentials(personId) {
      const projection = { passwordHash: 1, sessionVersion: 1 }
      const { passwordHash, sessionVersion } = (await persons.findOne({ _id: personId }, { projection })) ?? {}
      if (!passwordHash || !sessionVersion) return undefined
      const hash = wrapping.unwrap(passwordHash, secretLocation.password(personId))
      return { passwordHash: Buffer.from(hash).toString('utf8'), sessionVersion }
    },
    async setPassword(personId, passwordHash, ifVersion) {
      const update: UpdateFilter<PersonDocument> = {
        $set: { passwordHash: wrapping.wrap(Buffer.from(passwordHash), secretLocation.password(personId)) },
        $inc: { sessionVersion: 1 },
        $unset: { ...NO_RESETS, ...UNSET_SESSIONS },
      }
      if (ifVersion === 0) return change(personId, { sessionVersion: { $exists: false } }, update)
      if (ifVersion !== undefined) return change(personId, { sessionVersion: ifVersion }, update, false)
      while (!(await change(personId, {}, update)));
      return true
    },
    async endSessions(personId) {
      const change = { $inc: { sessionVersion: 1 }, $unset: UNSET_SESSIONS }
      await persons.updateOne({ _id: personId, passwordHash: { $exists: true } }, change)
    },
    async installationKey(name) {
      for (;;) {
        const found = await installationKeys.findOne({ _id: name })
        if (found) return wrapping.unwrap(found.key, secretLocation.installationKey(name))
        const key = wrapping.wrap(randomBytes(KEY_BYTES), secretLocation.installationKey(name))
        await unlessTaken(() => installationKeys.insertOne({ _id: name, key }))
      }
    },
    note: async (name) => (await notes.findOne({ _id: name }))?.text,
    async setNote(name, text) {
      while (!(await unlessTaken(() => notes.updateOne({ _id: name }, { $set: { text } }, { upsert: true }))));
    },
    isEmpty: async () => (await persons.findOne({})) === null,
    async erasedAmong(personIds) {
      const found = await persons.find({ _id: { $in: [...personIds] }, erased: true }).toArray()
      return new Set(found.map(({ _id }) => _id))
    },
    async census() {
      const projection = { erased: 1 } as const
      const [withKey, erased, keys] = await Promise.all([
        persons.find({ key: { $exists: true } }, { projection }).toArray(),
        persons.find({ erased: true }, { projection }).toArray(),
        installationKeys.find({}).toArray(),
      ])
      const idsOf = (found: readonly { _id: string }[]) => found.map(({ _id }) => _id)
      const living = withKey.filter((person) => !person.erased)
      return { living: idsOf(living), erased: idsOf(erased), installationKeys: idsOf(keys) }
    },
    listedErased: async () => [],
    close: () => client.close(),
  }
}
