/** Stores sessions, second factors and devices in each person's MongoDB document. */
import type { Collection } from 'mongodb'
import type { PersonDocument, PersonDocumentUpdater } from './mongodb-documents.ts'
import {
  CODE_LEAD_LIMIT_STEPS,
  MAX_SESSIONS_PER_PERSON,
  SESSION_LEAD_LIMIT_MS,
  type SessionRecord,
  type SignInAccessStore,
} from './vault.ts'

/** Index that finds a device among all persons. */
export const DEVICE_ID_INDEX = { 'devices.id': 1 } as const
/** MongoDB `$unset` fields that remove all sessions and devices of a person. */
export const UNSET_SESSIONS = { sessions: '', devices: '' } as const
/** MongoDB `$unset` fields that remove an erased person's sessions, devices and second factor. */
export const UNSET_ACCESS = { ...UNSET_SESSIONS, secondFactor: '' } as const

/**
 * Characters of a session's id.
 * A client can send any id.
 * A dot in it would select a field of a session.
 */
const SESSION_ID = /^[\da-z-]+$/i

export function createMongoAccessStore(collection: unknown, change: PersonDocumentUpdater): SignInAccessStore {
  const persons = collection as Collection<PersonDocument>
  const living = (sessionId: string) => ({ [`sessions.${sessionId}`]: { $exists: true } })
  const sessionsOf = async (personId: string): Promise<SessionRecord[]> => {
    const person = await persons.findOne({ _id: personId }, { projection: { sessions: 1 } })
    const all = Object.entries(person?.sessions ?? {}).map(([id, session]) => ({ ...session, id }))
    return all.sort((a, b) => b.since - a.since || (a.id < b.id ? -1 : 1))
  }
  const without = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`sessions.${id}`, '' as const]))

  return {
    async openSession(personId, { id, ...session }) {
      while (!(await change(personId, {}, { $set: { [`sessions.${id}`]: session } })));
      const isPast = ({ expiresAt }: SessionRecord) => expiresAt <= session.since
      const isAhead = ({ since }: SessionRecord) => since > session.since + SESSION_LEAD_LIMIT_MS
      const all = await sessionsOf(personId)
      const kept = all.filter((each) => !isPast(each) && !isAhead(each)).slice(0, MAX_SESSIONS_PER_PERSON)
      const gone = all.filter((each) => !kept.includes(each)).map((each) => each.id)
      if (gone.length > 0) await persons.updateOne({ _id: personId }, { $unset: without(gone) })
    },
    async sessionVersion(personId, sessionId) {
      const filter = { _id: personId, ...living(sessionId) }
      return (await persons.findOne(filter, { projection: { sessionVersion: 1 } }))?.sessionVersion
    },
    async sessions(personId, now) {
      return (await sessionsOf(personId)).filter(({ expiresAt }) => expiresAt > now)
    },
    async endSession(personId, sessionId) {
      if (!SESSION_ID.test(sessionId)) return false
      const filter = { _id: personId, ...living(sessionId) }
      const ended = { $unset: without([sessionId]), $pull: { devices: { session: sessionId } } }
      const { modifiedCount } = await persons.updateOne(filter, ended)
      // Delete the devices of a session that expired before this call.
      if (modifiedCount === 0)
        await persons.updateOne({ _id: personId }, { $pull: { devices: { session: sessionId } } })
      return modifiedCount > 0
    },
    async endOtherSessions(personId, sessionId) {
      const others = (await sessionsOf(personId)).map(({ id }) => id).filter((id) => id !== sessionId)
      if (others.length > 0) await persons.updateOne({ _id: personId }, { $unset: without(others) })
      await persons.updateOne({ _id: personId }, { $pull: { devices: { session: { $ne: sessionId } } } })
      return others
    },
    async seenSession(personId, sessionId, at) {
      const filter = { _id: personId, ...living(sessionId) }
      await persons.updateOne(filter, { $set: { [`sessions.${sessionId}.seenAt`]: at } })
    },
    async secondFactor(personId) {
      const person = await persons.findOne({ _id: personId }, { projection: { secondFactor: 1 } })
      if (!person?.secondFactor) return undefined
      const { sealed, active, recovery } = person.secondFactor
      return { sealed, active: active === true, recoveryCodes: recovery?.length ?? 0 }
    },
    async saveSecondFactor(personId, sealed) {
      const notActive = { 'secondFactor.active': { $exists: false } }
      return change(personId, notActive, { $set: { secondFactor: { sealed, lastStep: 0 } } })
    },
    async activateSecondFactor(personId, recovery) {
      const waiting = { 'secondFactor.sealed': { $exists: true }, 'secondFactor.active': { $exists: false } }
      const active = { 'secondFactor.active': true as const, 'secondFactor.recovery': [...recovery] }
      return (await persons.updateOne({ ...waiting, _id: personId }, { $set: active })).modifiedCount > 0
    },
    async spendCode(personId, step) {
      const isUnused = [{ $lt: step }, { $gt: step + CODE_LEAD_LIMIT_STEPS }]
      const filter = { _id: personId, $or: isUnused.map((range) => ({ 'secondFactor.lastStep': range })) }
      return (await persons.updateOne(filter, { $set: { 'secondFactor.lastStep': step } })).modifiedCount > 0
    },
    async spendRecoveryCode(personId, hash) {
      const filter = { _id: personId, 'secondFactor.recovery': hash }
      return (await persons.updateOne(filter, { $pull: { 'secondFactor.recovery': hash } })).modifiedCount > 0
    },
    async dropSecondFactor(personId) {
      await persons.updateOne({ _id: personId }, { $unset: { secondFactor: '' } })
    },
    async keepDevice(personId, session, device) {
      const kept = { $push: { devices: { $each: [{ ...device, session }], $slice: -MAX_SESSIONS_PER_PERSON } } }
      await persons.updateMany({ 'devices.id': device.id }, { $pull: { devices: { id: device.id } } })
      await persons.updateOne({ _id: personId }, { $pull: { devices: { session } } })
      return change(personId, living(session), kept, false)
    },
    async devices(personId) {
      const person = await persons.findOne({ _id: personId }, { projection: { devices: 1 } })
      return (person?.devices ?? []).map(({ id, sealed }) => ({ id, sealed }))
    },
    async dropDevice(personId, deviceId) {
      const filter = { _id: personId, 'devices.id': deviceId }
      return (await persons.updateOne(filter, { $pull: { devices: { id: deviceId } } })).modifiedCount > 0
    },
  }
}
