/** A person's account: registered once, perhaps reassigned, perhaps erased; secrets are the vault's, personal data is sealed. */

import type { Settings } from '#contract/people/settings.ts'
import type { SealedPerson } from '#platform/persons.ts'
import type { Role, Zone } from '#rules/city.ts'
import { category, unchanged } from '../kernel/category.ts'

export interface Registered extends SealedPerson {
  role: Role
  zone?: Zone
  registeredAt: string
  /** Until the first change of the password. */
  oneTimePassword?: true
  /** Until the email is confirmed. */
  unconfirmed?: true
}

export interface Account {
  status: 'unknown' | 'abandoned' | 'active' | 'erased'
  /** As it is by now: another role, zone or facility replaces the first one. */
  registered?: Registered
  /** Absent until they were saved. */
  settings?: Settings
  /** Some browser of theirs takes pushes, or did when they were last heard of. */
  takesPushes?: boolean
}

/** Changes what is registered of somebody who is. */
const change = (state: Account, changed: Partial<Registered>): Account =>
  state.registered ? { ...state, registered: { ...state.registered, ...changed } } : state

export const account = category<Account, 'account'>(
  'account',
  { status: 'unknown' },
  {
    AccountRegistered: (_, registered) => ({ status: 'active', registered }),
    AccountReassigned: (state, { role, zone, sealedFacility, facility }) =>
      change(state, { role, zone, sealedFacility, facility }),
    AccountChanged: (state, { sealed }) => change(state, { sealed }),
    SecondFactorDropped: unchanged,
    PasswordChanged: (state) => change(state, { oneTimePassword: undefined }),
    AccountConfirmed: (state) => change(state, { unconfirmed: undefined }),
    SettingsSaved: (state, { settings }) => ({ ...state, settings }),
    PushSwitchedOn: (state) => ({ ...state, takesPushes: true }),
    PushSwitchedOff: (state) => ({ ...state, takesPushes: false }),
    RegistrationAbandoned: () => ({ status: 'abandoned' }),
    AccountErased: () => ({ status: 'erased' }),
  },
)
