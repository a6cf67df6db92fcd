/**
 * Looks people up by name or email, for auditors with a reason.
 * Everyone found can read who searched and why.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type LookUpField, MAX_FOUND_PEOPLE, MAX_LOOK_UPS_PER_HOUR } from '#contract/audit/kinds.ts'
import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { FoundPerson } from '#contract/views.ts'
import { searchWordsOf } from '#domain/fold-text.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type SealedPerson, unsealPersons } from '#platform/persons.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { PersonErased } from '#platform/vault/vault.ts'
import { loadAccount } from '../aggregates/account.ts'
import { personLookUpsAggregate, type RecentPersonLookUps } from '../aggregates/audit.ts'
import { identityStreamOf, loadIdentityOwner } from '../aggregates/identity.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand, loadState } from '../kernel/load.ts'

const HOUR_MS = 3_600_000
/**
 * Number of names that are decrypted at a time.
 * Other requests run in between.
 */
const SLICE = 200

const TOO_MANY = msg`You have looked up people ${{ times: MAX_LOOK_UPS_PER_HOUR }} times within an hour. Please wait before you try again.`
/** Refuses a search text of punctuation alone, which would match every name. */
const NO_WORD = reject('bad-request', msg`Enter at least one letter or digit.`, {
  who: msg`Enter at least one letter or digit.`,
})
const ERASED_MEANWHILE = reject('conflict', msg`One of the people found was just erased. Please search again.`)

/**
 * Refuses a search for people above the hourly limit.
 * Ignores earlier searches dated in the future, because a wrong clock recorded them.
 */
function refusalOf({ times }: RecentPersonLookUps, now: Date): Rejection | undefined {
  const passed = times.map((time) => now.getTime() - Date.parse(time))
  const recent = passed.filter((ms) => ms >= 0 && ms < HOUR_MS)
  if (recent.length < MAX_LOOK_UPS_PER_HOUR) return undefined
  const retryAfter = Math.ceil((HOUR_MS - Math.max(...recent)) / 1_000)
  return { ...reject('too-many', TOO_MANY), retryAfter }
}

type LookUpPeople = Omit<EventData<'PeopleLookedUp'>, 'lookedUpAt'>

/**
 * Records that an auditor looked people up, even if nobody was found.
 * Refuses more look-ups than the hourly limit.
 */
export const lookUpPeople: Decider<LookUpPeople, RecentPersonLookUps, 'lookups'> = (command, state, now) =>
  refusalOf(state, now) ?? [createEvent('PeopleLookedUp', { ...command, lookedUpAt: now.toISOString() })]

type AccountRow = Row & SealedPerson
type LookUpPorts = Pick<Kernel, 'store' | 'sealer' | 'clock' | 'rows' | 'keys'>

export function createPersonLookUpHandlers(kernel: LookUpPorts): Pick<Handlers, 'lookUpPeople'> {
  const { store, sealer, clock } = kernel
  return {
    async lookUpPeople({ body: { who, reason }, principal: { userId: lookedUpBy }, envelope }) {
      const stream = personLookUpsAggregate.stream(lookedUpBy)
      const by: LookUpField = who.includes('@') ? 'email' : 'name'
      if (by === 'name' && searchWordsOf(who).length === 0) return NO_WORD
      const isRepeated = await hasCommand(store, stream, envelope.commandId)
      // Checks the limit first, so that a refused look-up decrypts no name.
      const refused = isRepeated
        ? undefined
        : refusalOf(await loadState(store, stream, personLookUpsAggregate), clock())
      if (refused) return refused
      const ids = isRepeated ? [] : by === 'email' ? await ownerOf(kernel, who) : await namesakesOf(kernel, who)
      const isTooMany = ids.length > MAX_FOUND_PEOPLE
      try {
        const found = await Promise.all(
          (isTooMany ? [] : ids).map(async (userId) => ({ userId, sealed: await sealer.seal(userId, { reason }) })),
        )
        const command: LookUpPeople = {
          lookUpId: envelope.commandId,
          by,
          found,
          lookedUpBy,
          ...(isTooMany && { unlisted: ids.length }),
          ...(found.length === 0 && { sealed: await sealer.seal(lookedUpBy, { reason }) }),
        }
        const decide = (state: RecentPersonLookUps) => lookUpPeople(command, state, clock())
        const handled = await handleCommand(store, stream, personLookUpsAggregate, decide, envelope)
        if (isRejection(handled)) return handled
        const recorded = handled.events[0]?.data
        return {
          people: await peopleOf(kernel, recorded?.found.map(({ userId }) => userId) ?? []),
          ...(recorded?.unlisted && { unlisted: recorded.unlisted }),
          position: handled.position,
        }
      } catch (error) {
        if (error instanceof PersonErased) return ERASED_MEANWHILE
        throw error
      }
    },
  }
}

/** Returns the found people as entries without names; omits erased people. */
async function peopleOf({ store }: LookUpPorts, ids: readonly string[]): Promise<FoundPerson[]> {
  const accounts = await Promise.all(ids.map((id) => loadAccount(store, id)))
  return accounts.flatMap((registered) => {
    if (!registered) return []
    const { userId: id, role, zone, registeredAt: createdAt } = registered
    return [{ id, pseudonym: pseudonymOf(id, role), role, createdAt, ...(zone && { zone }) }]
  })
}

async function ownerOf({ store, keys }: LookUpPorts, email: string): Promise<string[]> {
  const owner = await loadIdentityOwner(store, identityStreamOf(keys.identities, email))
  const registered = owner && (await loadAccount(store, owner.userId))
  return registered ? [registered.userId] : []
}

/** Returns the accounts whose name contains all of these whole words. */
async function namesakesOf({ rows, sealer }: LookUpPorts, name: string): Promise<string[]> {
  const words = searchWordsOf(name)
  const accounts = await (await rows.upToNow('accounts')).find<AccountRow>('accounts', { filter: { erased: false } })
  const found: string[] = []
  for (let from = 0; from < accounts.length; from += SLICE) {
    if (from > 0) await nextTurn()
    const some = accounts.slice(from, from + SLICE)
    const persons = await unsealPersons(
      sealer,
      some.map((row) => ({ ...row, userId: row.id })),
    )
    for (const [index, { id }] of some.entries()) {
      const own = searchWordsOf(persons[index]?.name ?? '')
      if (words.every((word) => own.includes(word))) found.push(id)
    }
  }
  return found.sort()
}
