/**
 * RegisterCaller: records an account for a phone number that a gateway vouches for.
 * It has neither email nor password; the number is its identity.
 */
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import { type Locale, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { REGISTERED_BY_PHONE } from '#contract/phone/identity.ts'
import type { Zone } from '#domain/city.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { pickProfile } from '#platform/persons.ts'
import { storedLimiters } from '#platform/vault/counts.ts'
import { type Account, account, type RegisteredAccount } from '../aggregates/account.ts'
import { type Identity, identity, identityStream, PHONE_TAKEN, reserveIdentity } from '../aggregates/identity.ts'
import { loadAccount, loadOwner } from '../aggregates/load-account.ts'
import { refuseClosedZone } from '../aggregates/zone.ts'
import { createEvent } from '../kernel/decider.ts'
import { handle, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { closeAbandonedAccount, userIdOf } from './register.ts'

interface RegisterCaller {
  /** In E.164. */
  number: string
  zone: Zone
  name?: string | undefined
  language?: Locale | undefined
}

interface Sealed {
  sealed?: string
  sealedPhone?: string
  unconfirmed?: boolean
}

/** New callers of one prefix in an hour whose accounts count as confirmed. */
export const MAX_NEW_OF_PREFIX = 20
/** A prefix has 10,000 numbers. */
const DIGITS_OF_PREFIX = 4
const HOUR = 60 * 60

/** Digits that distinguish callers without a name on a board. */
const SHOWN_DIGITS = 4

/**
 * Returns the function that registers callers.
 * Above a limit per prefix, new accounts are unconfirmed until they call on another day.
 * Otherwise a person who owns many numbers could fill a zone with reports.
 */
export function createRegisterCaller(kernel: Kernel) {
  const { vault, keys, clock } = kernel
  const limiters = storedLimiters(vault, keys.fingerprints, () => clock().getTime())
  const ofPrefix = limiters('new callers of a prefix', { points: MAX_NEW_OF_PREFIX, duration: HOUR })
  const isOfBurst = async (number: string) => Boolean(await ofPrefix.count(number.slice(0, -DIGITS_OF_PREFIX)))
  return (command: RegisterCaller, envelope: Envelope) => registerCaller(kernel, isOfBurst, command, envelope)
}

/** Returns the account of the number: the new one, or the one that it already has. */
async function registerCaller(
  kernel: Kernel,
  isOfBurst: (number: string) => Promise<boolean>,
  command: RegisterCaller,
  envelope: Envelope,
): Promise<RegisteredAccount | Rejection> {
  const { store, sealer, keys, clock } = kernel
  const { number, zone, language } = command
  const userId = userIdOf(envelope.commandId)
  const stream = identityStream(keys.identities, number)
  const refused = await refuseClosedZone(store, zone)
  if (refused) return refused
  const abandoned = await closeAbandonedAccount(kernel, stream, userId, envelope)
  const reserve = (state: Identity) => reserveIdentity({ userId, abandoned, taken: PHONE_TAKEN }, state, clock())
  const reserved = await handle(store, stream, identity, reserve, envelope)
  if (isRejection(reserved)) {
    const owner = await loadOwner(store, stream)
    return (owner && (await loadAccount(store, owner.userId))) ?? reserved
  }
  const name = command.name ?? `Caller ${number.slice(-SHOWN_DIGITS)}`
  const gather = async ({ status }: Account) => {
    if (status !== 'unknown') return {}
    return {
      unconfirmed: await isOfBurst(number),
      sealed: await sealer.seal(userId, pickProfile({ name, email: '', phone: number })),
      sealedPhone: await sealer.seal(userId, { number }),
    }
  }
  const decide = ({ status }: Account, { sealed, sealedPhone, unconfirmed }: Sealed) => {
    if (status !== 'unknown' || sealed === undefined || sealedPhone === undefined) return []
    const at = clock().toISOString()
    const own = { userId, role: 'resident' as const, zone, sealed, registeredAt: at, registeredBy: REGISTERED_BY_PHONE }
    return [
      createEvent('AccountRegistered', {
        ...own,
        ...(unconfirmed && { unconfirmed }),
        ...(language && language !== SOURCE_LOCALE && { language }),
      }),
      createEvent('PhoneLinked', { userId, sealed: sealedPhone, proof: 'ussd', linkedAt: at }),
    ]
  }
  const own = { ...envelope, actor: userId }
  const registered = await handleWithFacts(store, account.stream(userId), account, { gather, decide }, own)
  if (isRejection(registered)) return registered
  return registered.state.registered ?? PHONE_TAKEN
}
