/**
 * Tests of saved settings and of changes to a user's role or zone.
 * Options of other roles are refused, and a change without effect records no event.
 */
import { describe, expect, it } from 'vitest'
import { NOTIFICATION_OPTIONS } from '#contract/notifications/notifications.ts'
import { ROLES } from '#domain/city.ts'
import { reassignAccount } from '../accounts/change-user.ts'
import { saveSettings } from '../accounts/save-settings.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { accountAggregate } from './account.ts'

const at = NOW.toISOString()
const person = { userId: 'u1', sealed: 'sealed', registeredAt: at }
const resident = createEvent('AccountRegistered', { ...person, role: 'resident', zone: 'Ablekuma North' })
const recycler = createEvent('AccountRegistered', {
  ...person,
  role: 'recycler',
  facility: 'WS001',
  employeeId: 'REC009',
})
const erased = createEvent('AccountErased', { userId: 'u1', erasedAt: at })
const reassigned = (
  data: Omit<Parameters<typeof createEvent<'AccountReassigned'>>[1], 'userId' | 'changedBy' | 'changedAt'>,
) => createEvent('AccountReassigned', { userId: 'u1', changedBy: 'a1', changedAt: at, ...data })

describe('SaveSettings', () => {
  const settings = { darkMode: true, notifications: { collection: false } }
  const command = { userId: 'u1', settings }
  const saved = createEvent('SettingsSaved', { userId: 'u1', settings, savedAt: at })
  it('saves', () => givenEvents(accountAggregate, [resident]).when(saveSettings, command).then([saved]))
  it('the same again is nothing', () =>
    givenEvents(accountAggregate, [resident, saved]).when(saveSettings, command).then([]))
  it('notices every option', () =>
    givenEvents(accountAggregate, [resident, saved])
      .when(saveSettings, { userId: 'u1', settings: { ...settings, notifications: { reports: false } } })
      .then([
        createEvent('SettingsSaved', {
          ...saved.data,
          settings: { darkMode: true, notifications: { reports: false } },
        }),
      ]))
  it('keeps the language that a form without it does not send', () => {
    const inTwi = createEvent('SettingsSaved', { ...saved.data, settings: { ...settings, language: 'ak' } })
    const state = givenEvents(accountAggregate, [resident, inTwi])
    state.when(saveSettings, command).then([])
    state
      .when(saveSettings, { userId: 'u1', settings: { ...settings, darkMode: false } })
      .then([
        createEvent('SettingsSaved', { ...saved.data, settings: { ...settings, darkMode: false, language: 'ak' } }),
      ])
    state
      .when(saveSettings, { userId: 'u1', settings: { ...settings, language: 'fr' } })
      .then([createEvent('SettingsSaved', { ...saved.data, settings: { ...settings, language: 'fr' } })])
  })
  it('goes by the role that the person has by now', () =>
    givenEvents(accountAggregate, [resident, reassigned({ role: 'auditor' })])
      .when(saveSettings, command)
      .then({ rejected: 'bad-request' }))
  it('is nothing for an erased person', () =>
    givenEvents(accountAggregate, [resident, erased]).when(saveSettings, command).then({ rejected: 'unauthenticated' }))

  it.each(ROLES)('as %s takes its own options and no other', (role) => {
    for (const option of Object.values(NOTIFICATION_OPTIONS).flat()) {
      const known = (NOTIFICATION_OPTIONS[role] as readonly string[]).includes(option)
      const chosen = { darkMode: false, notifications: { [option]: true } }
      givenEvents(accountAggregate, [createEvent('AccountRegistered', { ...person, role })])
        .when(saveSettings, { userId: 'u1', settings: chosen })
        .then(
          known
            ? [createEvent('SettingsSaved', { userId: 'u1', settings: chosen, savedAt: at })]
            : {
                rejected: 'bad-request',
                errors: { [`notifications.${option}`]: 'Your role has no such notifications' },
              },
        )
    }
  })
})

describe('a one-time password', () => {
  const staff = createEvent('AccountRegistered', { ...recycler.data, registeredBy: 'a1', oneTimePassword: true })
  const changed = createEvent('PasswordChanged', { userId: 'u1', changedAt: at })
  const isOneTime = (...events: Parameters<typeof accountAggregate.evolve>[1][]) =>
    events.reduce(accountAggregate.evolve, accountAggregate.initial).registered?.oneTimePassword
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
    givenEvents(accountAggregate, [recycler])
      .when(reassignAccount, { ...by, role: 'dispatcher' })
      .then([reassigned({ role: 'dispatcher' })]))
  it('keeps the rest if the role stays', () =>
    givenEvents(accountAggregate, [recycler])
      .when(reassignAccount, { ...by, role: 'recycler', facility: 'WS002', present: 'WS001', sealedFacility: 'sealed' })
      .then([reassigned({ role: 'recycler', sealedFacility: 'sealed' })]))
  it('does nothing where the facility is the present one', () =>
    givenEvents(accountAggregate, [recycler])
      .when(reassignAccount, { ...by, facility: 'WS001', present: 'WS001', sealedFacility: 'sealed anew' })
      .then([]))
  it('needs a zone for a resident', () =>
    givenEvents(accountAggregate, [recycler])
      .when(reassignAccount, { ...by, role: 'resident' })
      .then({ rejected: 'bad-request', errors: { zone: 'Zone is required' } }))
  it('keeps a resident’s zone', () =>
    givenEvents(accountAggregate, [resident])
      .when(reassignAccount, { ...by, role: 'resident' })
      .then([]))
  it('changes the zone', () =>
    givenEvents(accountAggregate, [resident])
      .when(reassignAccount, { ...by, zone: 'Ayawaso West' })
      .then([reassigned({ role: 'resident', zone: 'Ayawaso West' })]))
  it('compares with the last change', () =>
    givenEvents(accountAggregate, [resident, reassigned({ role: 'auditor' })])
      .when(reassignAccount, { ...by, role: 'auditor' })
      .then([]))
  it.each([[[]], [[resident, erased]]])('does not know who is not there', (events) =>
    givenEvents(accountAggregate, events)
      .when(reassignAccount, { ...by, role: 'auditor' })
      .then({ rejected: 'not-found' }),
  )
  it('leaves identity and personal data alone', () => {
    const state = [recycler, reassigned({ role: 'admin' })].reduce(accountAggregate.evolve, accountAggregate.initial)
    expect(state.registered).toEqual({ ...recycler.data, role: 'admin', zone: undefined, facility: undefined })
  })
})
