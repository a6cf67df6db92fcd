/**
 * RegisterCaller: records an account for a phone number that a gateway confirms.
 * The number is its only identity; it has no password.
 */
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import { type Locale, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { REGISTERED_BY_PHONE } from '#contract/phone/numbers.ts'
import type { Zone } from '#domain/city.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { pickProfile } from '#platform/persons.ts'
import { createStoredLimiters } from '#platform/vault/counts.ts'
import { type Account, accountAggregate, loadAccount, type RegisteredAccount } from '../aggregates/account.ts'
import {
  identityAggregate,
  identityStreamOf,
  loadIdentityOwner,
  PHONE_TAKEN_REJECTION,
  reserveIdentity,
  type SignInIdentity,
} from '../aggregates/identity.ts'
import { refuseClosedZone } from '../aggregates/zone.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { closeAbandonedAccount, userIdOf } from './register.ts'

interface RegisterCaller {
  /** Phone number in E.164. */
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

/**
 * Number of new accounts per hour and number prefix that are registered by phone as confirmed.
 * Further accounts stay unconfirmed at first.
 */
export const MAX_NEW_CALLERS_PER_PREFIX = 20
/**
 * Number of last digits of a phone number that do not belong to its prefix.
 * With four digits, 10,000 phone numbers share one prefix.
 */
const DIGITS_OF_PREFIX = 4
const HOUR = 60 * 60

/** Number of last digits of the phone number that screens show for callers without a name. */
const SHOWN_DIGITS = 4

/**
 * Returns the function that registers callers.
 * Limits new accounts per number prefix.
 * Above the limit, a new account stays unconfirmed until its owner calls on another day.
 * Otherwise an owner of many numbers could fill a zone with reports.
 */
export function createCallerRegistrar(kernel: Kernel) {
  const { vault, keys, clock } = kernel
  const limiters = createStoredLimiters(vault, keys.fingerprints, () => clock().getTime())
  const ofPrefix = limiters('new callers of a prefix', { points: MAX_NEW_CALLERS_PER_PREFIX, duration: HOUR })
  const isOfBurst = async (number: string) => Boolean(await ofPrefix.count(number.slice(0, -DIGITS_OF_PREFIX)))
  return (command: RegisterCaller, envelope: Envelope) => registerCaller(kernel, isOfBurst, command, envelope)
}

/**
 * Returns the account with the caller's phone number.
 * Registers an account if the number has none.
 */
async function registerCaller(
  kernel: Kernel,
  isOfBurst: (number: string) => Promise<boolean>,
  command: RegisterCaller,
  envelope: Envelope,
): Promise<RegisteredAccount | Rejection> {
  const { store, sealer, keys, clock } = kernel
  const { number, zone, language } = command
  const userId = userIdOf(envelope.commandId)
  const stream = identityStreamOf(keys.identities, number)
  const refused = await refuseClosedZone(store, zone)
  if (refused) return refused
  const abandoned = await closeAbandonedAccount(kernel, stream, userId, envelope)
  const reserve = (state: SignInIdentity) =>
    reserveIdentity({ userId, abandoned, taken: PHONE_TAKEN_REJECTION }, state, clock())
  const reserved = await handleCommand(store, stream, identityAggregate, reserve, envelope)
  if (isRejection(reserved)) {
    const owner = await loadIdentityOwner(store, stream)
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
  const registered = await handleWithFacts(
    store,
    accountAggregate.stream(userId),
    accountAggregate,
    { gather, decide },
    own,
  )
  if (isRejection(registered)) return registered
  return registered.state.registered ?? PHONE_TAKEN_REJECTION
}
