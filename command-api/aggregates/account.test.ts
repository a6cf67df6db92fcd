/** Tests of settings and reassignments: only fields of the role, no empty changes, and the latest state. */
import { describe, expect, it } from 'vitest'
import { NOTIFICATION_OPTIONS } from '#contract/notifications/notifications.ts'
import { ROLES } from '#domain/city.ts'
import { reassignAccount } from '../accounts/reassign.ts'
import { saveSettings } from '../accounts/save-settings.ts'
import { event } from '../kernel/decider.ts'
import { given, NOW } from '../kernel/fixtures.ts'
import { account } from './account.ts'

const at = NOW.toISOString()
const person = { userId: 'u1', sealed: 'sealed', registeredAt: at }
const resident = event('AccountRegistered', { ...person, role: 'resident', zone: 'Ablekuma North' })
const recycler = event('AccountRegistered', { ...person, role: 'recycler', facility: 'WS001', employeeId: 'REC009' })
const erased = event('AccountErased', { userId: 'u1', erasedAt: at })
const reassigned = (
  data: Omit<Parameters<typeof event<'AccountReassigned'>>[1], 'userId' | 'changedBy' | 'changedAt'>,
) => event('AccountReassigned', { userId: 'u1', changedBy: 'a1', changedAt: at, ...data })

describe('SaveSettings', () => {
  const settings = { darkMode: true, notifications: { collection: false } }
  const command = { userId: 'u1', settings }
  const saved = event('SettingsSaved', { userId: 'u1', settings, savedAt: at })
  it('saves', () => given(account, [resident]).when(saveSettings, command).then([saved]))
  it('the same again is nothing', () => given(account, [resident, saved]).when(saveSettings, command).then([]))
  it('notices every option', () =>
    given(account, [resident, saved])
      .when(saveSettings, { userId: 'u1', settings: { ...settings, notifications: { reports: false } } })
      .then([
        event('SettingsSaved', { ...saved.data, settings: { darkMode: true, notifications: { reports: false } } }),
      ]))
  it('keeps the language that a form without it does not send', () => {
    const inTwi = event('SettingsSaved', { ...saved.data, settings: { ...settings, language: 'ak' } })
    const state = given(account, [resident, inTwi])
    state.when(saveSettings, command).then([])
    state
      .when(saveSettings, { userId: 'u1', settings: { ...settings, darkMode: false } })
      .then([event('SettingsSaved', { ...saved.data, settings: { ...settings, darkMode: false, language: 'ak' } })])
    state
      .when(saveSettings, { userId: 'u1', settings: { ...settings, language: 'fr' } })
      .then([event('SettingsSaved', { ...saved.data, settings: { ...settings, language: 'fr' } })])
  })
  it('goes by the role that the person has by now', () =>
    given(account, [resident, reassigned({ role: 'auditor' })])
      .when(saveSettings, command)
      .then({ rejected: 'bad-request' }))
  it('is nothing for an erased person', () =>
    given(account, [resident, erased]).when(saveSettings, command).then({ rejected: 'unauthenticated' }))

  it.each(ROLES)('as %s takes its own options and no other', (role) => {
    for (const option of Object.values(NOTIFICATION_OPTIONS).flat()) {
      const known = (NOTIFICATION_OPTIONS[role] as readonly string[]).includes(option)
      const chosen = { darkMode: false, notifications: { [option]: true } }
      given(account, [event('AccountRegistered', { ...person, role })])
        .when(saveSettings, { userId: 'u1', settings: chosen })
        .then(
          known
            ? [event('SettingsSaved', { userId: 'u1', settings: chosen, savedAt: at })]
            : {
                rejected: 'bad-request',
                errors: { [`notifications.${option}`]: 'Your role has no such notifications' },
              },
        )
    }
  })
})

describe('a one-time password', () => {
  const staff = event('AccountRegistered', { ...recycler.data, registeredBy: 'a1', oneTimePassword: true })
  const changed = event('PasswordChanged', { userId: 'u1', changedAt: at })
  const isOneTime = (...events: Parameters<typeof account.evolve>[1][]) =>
    events.reduce(account.evolve, account.initial).registered?.oneTimePassword
  it('stays so until it is changed, independent of other changes', () => {
    expect(isOneTime(staff)).toBe(true)
    expect(isOneTime(staff, reassigned({ role: 'auditor' }))).toBe(true)
    expect(isOneTime(staff, changed)).toBeUndefined()
    expect(isOneTime(staff, changed, reassigned({ role: 'auditor' }))).toBeUndefined()
  })
  it('is absent if the log does not mention it, as for old accounts', () => expect(isOneTime(recycler)).toBeUndefined())
  it('does not bring back who was erased', () => expect(isOneTime(staff, erased, changed)).toBeUndefined())
})

describe('ReassignAccount', () => {
  const by = { changedBy: 'a1' }
  it('gives another role, without what belonged to the old one', () =>
    given(account, [recycler])
      .when(reassignAccount, { ...by, role: 'dispatcher' })
      .then([reassigned({ role: 'dispatcher' })]))
  it('keeps the rest if the role stays', () =>
    given(account, [recycler])
      .when(reassignAccount, { ...by, role: 'recycler', facility: 'WS002', present: 'WS001', sealedFacility: 'sealed' })
      .then([reassigned({ role: 'recycler', sealedFacility: 'sealed' })]))
  it('does nothing where the facility is the present one', () =>
    given(account, [recycler])
      .when(reassignAccount, { ...by, facility: 'WS001', present: 'WS001', sealedFacility: 'sealed anew' })
      .then([]))
  it('needs a zone for a resident', () =>
    given(account, [recycler])
      .when(reassignAccount, { ...by, role: 'resident' })
      .then({ rejected: 'bad-request', errors: { zone: 'Zone is required' } }))
  it('keeps a resident’s zone', () =>
    given(account, [resident])
      .when(reassignAccount, { ...by, role: 'resident' })
      .then([]))
  it('changes the zone', () =>
    given(account, [resident])
      .when(reassignAccount, { ...by, zone: 'Ayawaso West' })
      .then([reassigned({ role: 'resident', zone: 'Ayawaso West' })]))
  it('compares with the last change', () =>
    given(account, [resident, reassigned({ role: 'auditor' })])
      .when(reassignAccount, { ...by, role: 'auditor' })
      .then([]))
  it.each([[[]], [[resident, erased]]])('does not know who is not there', (events) =>
    given(account, events)
      .when(reassignAccount, { ...by, role: 'auditor' })
      .then({ rejected: 'not-found' }),
  )
  it('leaves identity and personal data alone', () => {
    const state = [recycler, reassigned({ role: 'admin' })].reduce(account.evolve, account.initial)
    expect(state.registered).toEqual({ ...recycler.data, role: 'admin', zone: undefined, facility: undefined })
  })
})
