/**
 * RegisterCaller: records an account for a phone number that a gateway vouches for.
 * It has neither email nor password; the number is its identity.
 */
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import { type Locale, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { BY_PHONE } from '#contract/phone/identity.ts'
import type { Zone } from '#domain/city.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { toSealed } from '#platform/persons.ts'
import { type Account, account, type Registered } from '../aggregates/account.ts'
import { type Identity, identity, identityStream, PHONE_TAKEN, reserveIdentity } from '../aggregates/identity.ts'
import { loadAccount, loadOwner } from '../aggregates/load-account.ts'
import { refuseZone } from '../aggregates/zone.ts'
import { event } from '../kernel/decider.ts'
import { handle, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { abandonedOwner, userIdOf } from './register.ts'

interface RegisterCaller {
  /** In E.164. */
  number: string
  zone: Zone
  name?: string | undefined
  language?: Locale | undefined
}

/** Digits that distinguish callers without a name on a board. */
const SHOWN_DIGITS = 4

/** Returns the account of the number: the new one, or the one that it already has. */
export async function registerCaller(
  kernel: Kernel,
  command: RegisterCaller,
  envelope: Envelope,
): Promise<Registered | Rejection> {
  const { store, sealer, keys, clock } = kernel
  const { number, zone, language } = command
  const userId = userIdOf(envelope.commandId)
  const stream = identityStream(keys.identities, number)
  const refused = await refuseZone(store, zone)
  if (refused) return refused
  const abandoned = await abandonedOwner(kernel, stream, userId, envelope)
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
      sealed: await sealer.seal(userId, toSealed({ name, email: '', phone: number })),
      sealedPhone: await sealer.seal(userId, { number }),
    }
  }
  const decide = ({ status }: Account, { sealed, sealedPhone }: { sealed?: string; sealedPhone?: string }) => {
    if (status !== 'unknown' || sealed === undefined || sealedPhone === undefined) return []
    const at = clock().toISOString()
    const own = { userId, role: 'resident' as const, zone, sealed, registeredAt: at, registeredBy: BY_PHONE }
    return [
      event('AccountRegistered', { ...own, ...(language && language !== SOURCE_LOCALE && { language }) }),
      event('PhoneLinked', { userId, sealed: sealedPhone, proof: 'ussd', linkedAt: at }),
    ]
  }
  const own = { ...envelope, actor: userId }
  const registered = await handleWithFacts(store, account.stream(userId), account, { gather, decide }, own)
  if (isRejection(registered)) return registered
  return registered.state.registered ?? PHONE_TAKEN
}
