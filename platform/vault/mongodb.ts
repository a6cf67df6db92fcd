/**
 * The distributed vault: a document per person in MongoDB, changed in one step each time.
 *
 * Erasing takes the secrets out of the document; MongoDB's own journal, oplog and free pages hold old bytes for a while,
 * so its disk should be encrypted and its oplog short.
 */
import { randomBytes } from 'node:crypto'
import { type Filter, MongoServerError, type UpdateFilter } from 'mongodb'
import { connectMongo } from '../mongodb.ts'
import { type AccessParts, accessIn, NO_ACCESS, NO_SESSIONS } from './mongodb-access.ts'
import { PersonErased, type Vault } from './vault.ts'

interface Person extends AccessParts {
  _id: string
  key?: Uint8Array
  passwordHash?: string
  sessionVersion?: number
  tokens?: { hash: string; expiresAt: number }[]
  /** Stays behind, so that no new key is ever made. */
  erased?: true
}

interface InstallationKey {
  _id: string
  key: Uint8Array
}

const KEY_BYTES = 32
const DUPLICATE_KEY = 11000

/** True when it went through, false when another writer was first. */
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
 * Connects; rejects when no server answers within five seconds. Everything is read and written at majority: a key that
 * a failover could take back would leave what it sealed unreadable.
 */
export async function openMongoVault(url: string): Promise<Vault> {
  const client = await connectMongo(url, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    promoteBuffers: true,
  })
  const persons = client.db().collection<Person>('vault.persons')
  const installationKeys = client.db().collection<InstallationKey>('vault.installation-keys')
  await persons.createIndex({ 'tokens.hash': 1 })
  await persons.createIndex({ 'confirmations.hash': 1 })

  async function find(personId: string): Promise<Person | null> {
    const person = await persons.findOne({ _id: personId })
    if (person?.erased) throw new PersonErased(personId)
    return person
  }

  /** Changes a person who is not erased and meets the condition; `upsert` makes one who is not there. */
  async function change(personId: string, condition: Filter<Person>, update: UpdateFilter<Person>, upsert = true) {
    let changed = 0
    await unlessTaken(async () => {
      const filter = { ...condition, _id: personId, erased: { $exists: false } }
      const { matchedCount, upsertedCount } = await persons.updateOne(filter, update, { upsert })
      changed = matchedCount + upsertedCount
    })
    if (changed === 0) await find(personId)
    return changed > 0
  }

  return {
    ...accessIn(persons, (personId, condition, ...how) => change(personId, condition as Filter<Person>, ...how)),
    async personKey(personId) {
      for (;;) {
        const key = (await find(personId))?.key
        if (key) return new Uint8Array(key)
        await change(personId, { key: { $exists: false } }, { $set: { key: randomBytes(KEY_BYTES) } })
      }
    },
    async findPersonKeys(personIds) {
      const found = await persons.find({ _id: { $in: [...personIds] }, key: { $exists: true } }).toArray()
      return new Map(found.flatMap(({ _id, key }) => (key ? [[_id, new Uint8Array(key)]] : [])))
    },
    async erase(personId) {
      const secrets = { key: '', passwordHash: '', sessionVersion: '', tokens: '', ...NO_ACCESS } as const
      await persons.updateOne({ _id: personId }, { $set: { erased: true }, $unset: secrets }, { upsert: true })
    },
    async credentials(personId) {
      const projection = { passwordHash: 1, sessionVersion: 1 }
      const { passwordHash, sessionVersion } = (await persons.findOne({ _id: personId }, { projection })) ?? {}
      return passwordHash && sessionVersion ? { passwordHash, sessionVersion } : undefined
    },
    async setPassword(personId, passwordHash, ifVersion) {
      const update: UpdateFilter<Person> = {
        $set: { passwordHash },
        $inc: { sessionVersion: 1 },
        $unset: { tokens: '', ...NO_SESSIONS },
      }
      if (ifVersion === 0) return change(personId, { sessionVersion: { $exists: false } }, update)
      if (ifVersion !== undefined) return change(personId, { sessionVersion: ifVersion }, update, false)
      while (!(await change(personId, {}, update)));
      return true
    },
    async endSessions(personId) {
      const change = { $inc: { sessionVersion: 1 }, $unset: NO_SESSIONS }
      await persons.updateOne({ _id: personId, passwordHash: { $exists: true } }, change)
    },
    async installationKey(name) {
      for (;;) {
        const found = await installationKeys.findOne({ _id: name })
        if (found) return new Uint8Array(found.key)
        await unlessTaken(() => installationKeys.insertOne({ _id: name, key: randomBytes(KEY_BYTES) }))
      }
    },
    async saveResetToken(tokenHash, personId, expiresAt) {
      while (!(await change(personId, {}, { $push: { tokens: { hash: tokenHash, expiresAt } } })));
    },
    async takeResetToken(tokenHash, now) {
      const holding = { tokens: { $elemMatch: { hash: tokenHash, expiresAt: { $gt: now } } } }
      const owner = await persons.findOneAndUpdate(holding, { $unset: { tokens: '' } }, { projection: { _id: 1 } })
      return owner?._id
    },
    close: () => client.close(),
  }
}
