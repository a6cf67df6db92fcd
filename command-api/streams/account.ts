/** A person's account: registered once, perhaps reassigned, perhaps erased; secrets are the vault's, personal data is sealed. */

import type { Event } from '#contract/events.ts'
import type { Settings } from '#contract/settings.ts'
import type { SealedPerson } from '#platform/persons.ts'
import type { Role, Zone } from '#rules/city.ts'
import type { Aggregate } from '../kernel/decider.ts'

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
}

export const account: Aggregate<Account> = {
  initial: { status: 'unknown' },
  evolve(state, event: Event): Account {
    switch (event.type) {
      case 'AccountRegistered':
        return { status: 'active', registered: event.data }
      case 'AccountReassigned': {
        const { role, zone, sealedFacility, facility } = event.data
        const registered = state.registered && { ...state.registered, role, zone, sealedFacility, facility }
        return registered ? { ...state, registered } : state
      }
      case 'PasswordChanged':
        return state.registered ? { ...state, registered: { ...state.registered, oneTimePassword: undefined } } : state
      case 'AccountConfirmed':
        return state.registered ? { ...state, registered: { ...state.registered, unconfirmed: undefined } } : state
      case 'SettingsSaved':
        return { ...state, settings: event.data.settings }
      case 'RegistrationAbandoned':
        return { status: 'abandoned' }
      case 'AccountErased':
        return { status: 'erased' }
      default:
        return state
    }
  },
}

export const accountStream = (userId: string) => `account-${userId}`

/** What is sealed in an account. */
export interface Person {
  name: string
  email: string
  phone?: string
  employeeId?: string
}
