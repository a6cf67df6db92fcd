/** Stores mailed links in the owner's MongoDB document, as a list of hashes per kind. */
import type { Collection } from 'mongodb'
import type { Change, Person } from './mongodb-documents.ts'
import type { LinkKind, Vault } from './vault.ts'

const FIELDS = { reset: 'tokens', confirmation: 'confirmations' } as const satisfies Record<LinkKind, keyof Person>

/** Fields that are removed when reset links become void. */
export const NO_RESETS = { tokens: '' } as const
/** Fields that are removed when the person is erased. */
export const NO_LINKS = { ...NO_RESETS, confirmations: '' } as const

/** Indexes that find a link by its hash. */
export const LINK_INDEXES = Object.values(FIELDS).map((field) => ({ [`${field}.hash`]: 1 as const }))

export function linksIn(collection: unknown, change: Change): Pick<Vault, 'saveLink' | 'findLink' | 'takeLink'> {
  const persons = collection as Collection<Person>
  const holding = (kind: LinkKind, hash: string, now: number) => ({
    [FIELDS[kind]]: { $elemMatch: { hash, expiresAt: { $gt: now } } },
  })
  const onlyId = { projection: { _id: 1 } } as const
  return {
    async saveLink(kind, hash, personId, expiresAt) {
      while (!(await change(personId, {}, { $push: { [FIELDS[kind]]: { hash, expiresAt } } })));
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
