/** Tests names and dates of a profile, including missing ones. */
import { describe, expect, it } from 'vitest'
import { AccountSettings } from '#contract/accounts/views.ts'
import { ROLES } from '#domain/city.ts'
import {
  accountInitials,
  completeNotificationSettings,
  displayName,
  isNotificationOn,
  memberSince,
  notificationOptionsOf,
  roleLabel,
} from './own-account.ts'

describe('member since', () => {
  it.each([
    ['2025-05-28T09:00:00.000Z', '28th May 2025'],
    ['2025-01-01T00:00:00.000Z', '1st January 2025'],
    ['2025-02-02T12:00:00.000Z', '2nd February 2025'],
    ['2025-03-03T12:00:00.000Z', '3rd March 2025'],
    ['2025-04-11T12:00:00.000Z', '11th April 2025'],
    ['2025-04-12T12:00:00.000Z', '12th April 2025'],
    ['2025-04-13T12:00:00.000Z', '13th April 2025'],
    ['2025-04-21T12:00:00.000Z', '21st April 2025'],
    ['2025-04-22T23:59:59.999Z', '22nd April 2025'],
    ['2025-12-31T23:59:59.999Z', '31st December 2025'],
  ])('%s reads %s', (iso, text) => expect(memberSince(iso)).toBe(text))

  it.each([undefined, '', 'yesterday'])('%j is Unknown', (iso) => expect(memberSince(iso)).toBe('Unknown'))
})

describe('names', () => {
  it('stand as they are', () => {
    expect(displayName('Ama Owusu', 'resident')).toBe('Ama Owusu')
    expect(accountInitials('Ama Owusu', 'resident')).toBe('AO')
  })

  it('fall back by role', () => {
    expect([displayName(' ', 'recycler'), accountInitials(' ', 'recycler')]).toEqual(['Recycler', 'RC'])
    expect([displayName('', 'dispatcher'), accountInitials('', 'dispatcher')]).toEqual(['User', 'U'])
  })

  it('are joined by a label of the role', () => {
    expect(roleLabel('resident')).toBe('Resident Account')
    expect(roleLabel('recycler')).toBe('Recycler Account')
    expect(roleLabel('dispatcher')).toBe('Dispatcher')
    expect(ROLES.map(roleLabel).every(Boolean)).toBe(true)
  })
})

/** Tests the notification options of each role and the values that are saved. */
describe('notification options', () => {
  it.each([
    ['resident', ['collection', 'reports']],
    ['dispatcher', ['route_alerts', 'daily_reports']],
    ['recycler', ['delivery_alerts', 'weekly_reports']],
    ['admin', []],
    ['auditor', []],
  ] as const)('of a %s are %j, each with its words', (role, expected) => {
    expect(notificationOptionsOf(role).map(({ option }) => option)).toEqual(expected)
    expect(notificationOptionsOf(role).every(({ label, text }) => label && text.endsWith('.'))).toBe(true)
  })

  it('are on until they are switched off', () => {
    expect(isNotificationOn({}, 'collection')).toBe(true)
    expect(isNotificationOn({ collection: false }, 'collection')).toBe(false)
  })

  it('are saved whole, and only those of the role', () => {
    const saved = completeNotificationSettings('resident', { reports: false, route_alerts: false })
    expect(saved).toEqual({ collection: true, reports: false })
    expect(AccountSettings.safeParse({ darkMode: true, notifications: saved }).success).toBe(true)
  })
})
