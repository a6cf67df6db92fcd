/** Account of a person: registered, reassigned, erased. The vault stores the secrets; personal data is sealed. */

import { type Locale, SOURCE_LOCALE, type TextLocale } from '#contract/languages/locales.ts'
import type { PhoneOwnershipProof } from '#contract/phone/identity.ts'
import { type AccountSettings, withoutSms } from '#contract/settings/settings.ts'
import type { Role, Zone } from '#domain/city.ts'
import type { SealedPerson } from '#platform/persons.ts'
import { defineAggregate, keepState } from '../kernel/category.ts'

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
  /** 'phone' for a caller, or the id of the admin who created the account. */
  registeredBy?: string
  /** How the phone number was proved; absent if there is no number. */
  phoneProof?: PhoneOwnershipProof
}

export interface Account {
  status: 'unknown' | 'abandoned' | 'active' | 'erased'
  /** Registration data, including later changes of role, zone or facility. */
  registered?: RegisteredAccount
  /** Settings of the person; absent until they save some. */
  settings?: AccountSettings
  /** Whether a browser of the person accepts push notifications, according to the last record. */
  takesPushes?: boolean
}

/**
 * Returns the language in which to write to a person: the chosen one, else the language of the sign-up, else
 * `otherwise`.
 */
export const languageOf = <L extends TextLocale = Locale>(
  { settings, registered }: Pick<Account, 'settings' | 'registered'>,
  otherwise: L | Locale = SOURCE_LOCALE,
): L | Locale => settings?.language ?? registered?.language ?? otherwise

/** Changes the registration data, if the account is registered. */
const change = (state: Account, changed: Partial<RegisteredAccount>): Account =>
  state.registered ? { ...state, registered: { ...state.registered, ...changed } } : state

export const account = defineAggregate<Account, 'account'>(
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
      ...(state.settings && { settings: withoutSms(state.settings) }),
    }),
    SecondFactorDropped: keepState,
    PasswordChanged: (state) => change(state, { oneTimePassword: undefined }),
    AccountConfirmed: (state) => change(state, { unconfirmed: undefined }),
    SettingsSaved: (state, { settings }) => ({ ...state, settings }),
    PushSwitchedOn: (state) => ({ ...state, takesPushes: true }),
    PushSwitchedOff: (state) => ({ ...state, takesPushes: false }),
    RegistrationAbandoned: () => ({ status: 'abandoned' }),
    AccountErased: () => ({ status: 'erased' }),
  },
)
