/**
 * Account of a person, and functions that load accounts.
 * The vault stores the secrets; personal data is encrypted.
 */

import { type AccountSettings, omitSmsSetting } from '#contract/accounts/views.ts'
import type { EventData } from '#contract/events.ts'
import { type Locale, SOURCE_LOCALE, type TextLocale } from '#contract/languages/locales.ts'
import type { PhoneOwnershipProof } from '#contract/phone/numbers.ts'
import type { Role, Zone } from '#domain/city.ts'
import { type EventStore, hasType } from '#platform/event-store/event-store.ts'
import type { SealedPerson } from '#platform/persons.ts'
import { defineAggregate, keepStateUnchanged } from '../kernel/category.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

export interface RegisteredAccount extends SealedPerson {
  role: Role
  zone?: Zone
  registeredAt: string
  /** Set until the owner replaces the one-time password. */
  oneTimePassword?: true
  /** Set until the email is confirmed. */
  unconfirmed?: true
  /** Language of the sign-up, if not English. */
  language?: Locale
  /** Who created the account: 'phone' if the person registered by phone, or the admin's id. */
  registeredBy?: string
  /** How the phone number was proved; absent without a number. */
  phoneProof?: PhoneOwnershipProof
}

export interface Account {
  status: 'unknown' | 'abandoned' | 'active' | 'erased'
  /** Registration data, including later changes of role, zone or facility. */
  registered?: RegisteredAccount
  /** Settings of the person; absent until they save some. */
  settings?: AccountSettings
  /** Whether any browser of the person accepts pushes, according to the last event about that. */
  takesPushes?: boolean
}

/**
 * Returns the language for texts to a person.
 * It is the chosen one, else the sign-up's, else `otherwise`.
 */
export const languageOf = <L extends TextLocale = Locale>(
  { settings, registered }: Pick<Account, 'settings' | 'registered'>,
  otherwise: L | Locale = SOURCE_LOCALE,
): L | Locale => settings?.language ?? registered?.language ?? otherwise

/** Returns the account with the changed registration data; an unregistered account stays unchanged. */
const change = (state: Account, changed: Partial<RegisteredAccount>): Account =>
  state.registered ? { ...state, registered: { ...state.registered, ...changed } } : state

export const accountAggregate = defineAggregate<Account, 'account'>(
  'account',
  { status: 'unknown' },
  {
    AccountRegistered: (_, registered) => ({ status: 'active', registered }),
    AccountReassigned: (state, { role, zone, sealedFacility, facility }) =>
      change(state, { role, zone, sealedFacility, facility }),
    AccountChanged: (state, { sealed }) => change(state, { sealed }),
    PhoneLinked: (state, { sealed: sealedPhone, proof: phoneProof }) => change(state, { sealedPhone, phoneProof }),
    PhoneUnlinked: (state) => ({
      ...change(state, { sealedPhone: undefined, phoneProof: undefined }),
      ...(state.settings && { settings: omitSmsSetting(state.settings) }),
    }),
    SecondFactorDropped: keepStateUnchanged,
    PasswordChanged: (state) => change(state, { oneTimePassword: undefined }),
    AccountConfirmed: (state) => change(state, { unconfirmed: undefined }),
    SettingsSaved: (state, { settings }) => ({ ...state, settings }),
    PushSwitchedOn: (state) => ({ ...state, takesPushes: true }),
    PushSwitchedOff: (state) => ({ ...state, takesPushes: false }),
    RegistrationAbandoned: () => ({ status: 'abandoned' }),
    AccountErased: () => ({ status: 'erased' }),
  },
)

/** Returns the account whatever its status, even if erased. */
export const loadAccountState = (store: EventStore, userId: string): Promise<Account> =>
  loadState(store, accountAggregate.stream(userId), accountAggregate)

/** Returns the account if it is active. */
export async function loadAccount(store: EventStore, userId: string): Promise<RegisteredAccount | undefined> {
  return (await loadAccountState(store, userId)).registered
}

/** Returns the registration of an account, even an erased one. */
export async function loadRegistration(
  { store }: Kernel,
  userId: string,
): Promise<EventData<'AccountRegistered'> | undefined> {
  const recorded = await store.readStream(accountAggregate.stream(userId))
  return recorded.find((logged) => hasType(logged, 'AccountRegistered'))?.data
}

/** Returns all encrypted phone numbers that an account ever had, even after the account's erasure. */
export async function loadSealedPhoneHistory(
  { store }: Kernel,
  userId: string,
): Promise<{ personId: string; sealed: string }[]> {
  const recorded = await store.readStream(accountAggregate.stream(userId))
  return recorded.flatMap((logged) =>
    hasType(logged, 'PhoneLinked') ? [{ personId: userId, sealed: logged.data.sealed }] : [],
  )
}

/** Returns all encrypted profiles of an account, oldest first, even if the account is erased. */
export async function loadSealedProfileHistory(
  { store }: Kernel,
  userId: string,
): Promise<{ personId: string; sealed: string }[]> {
  const recorded = await store.readStream(accountAggregate.stream(userId))
  return recorded.flatMap((logged) =>
    hasType(logged, 'AccountRegistered') || hasType(logged, 'AccountChanged')
      ? [{ personId: userId, sealed: logged.data.sealed }]
      : [],
  )
}
