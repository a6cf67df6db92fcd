/** Tests profile texts, roles' notification options, and when a saved theme applies. */

import { beforeEach, describe, expect, it } from 'vitest'
import { AccountSettings } from '#contract/accounts/views.ts'
import { ROLES } from '#domain/city.ts'
import {
  accountInitialsOf,
  chooseThemeToApply,
  completeNotificationSettings,
  displayNameOf,
  formatMemberSince,
  isNotificationOn,
  notificationOptionsOf,
  recordAppliedTheme,
  roleLabelOf,
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
  ])('%s reads %s', (iso, text) => expect(formatMemberSince(iso)).toBe(text))

  it.each([undefined, '', 'yesterday'])('%j is Unknown', (iso) => expect(formatMemberSince(iso)).toBe('Unknown'))
})

describe('names', () => {
  it('stand as they are', () => {
    expect(displayNameOf('Ama Owusu', 'resident')).toBe('Ama Owusu')
    expect(accountInitialsOf('Ama Owusu', 'resident')).toBe('AO')
  })

  it('fall back by role', () => {
    expect([displayNameOf(' ', 'recycler'), accountInitialsOf(' ', 'recycler')]).toEqual(['Recycler', 'RC'])
    expect([displayNameOf('', 'dispatcher'), accountInitialsOf('', 'dispatcher')]).toEqual(['User', 'U'])
  })

  it('are joined by a label of the role', () => {
    expect(roleLabelOf('resident')).toBe('Resident Account')
    expect(roleLabelOf('recycler')).toBe('Recycler Account')
    expect(roleLabelOf('dispatcher')).toBe('Dispatcher')
    expect(ROLES.map(roleLabelOf).every(Boolean)).toBe(true)
  })
})

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

let storage: Storage
beforeEach(() => {
  const values = new Map<string, string>()
  storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage
})

const saved = (darkMode: boolean) => ({ settings: { darkMode, notifications: {} }, saved: true })

describe('the theme at sign-in', () => {
  it('is the saved one on a device that has not seen it', () => {
    expect(chooseThemeToApply(storage, 'ama', saved(false))).toBe('light')
  })

  it('stays as it is when nothing was ever saved', () => {
    expect(chooseThemeToApply(storage, 'ama', { ...saved(true), saved: false })).toBeUndefined()
  })

  it('stays as it was switched here after the saved one was followed', () => {
    chooseThemeToApply(storage, 'ama', saved(false))
    expect(chooseThemeToApply(storage, 'ama', saved(false))).toBeUndefined()
  })

  it('changes again when another one was saved elsewhere', () => {
    chooseThemeToApply(storage, 'ama', saved(false))
    expect(chooseThemeToApply(storage, 'ama', saved(true))).toBe('dark')
  })

  it('stays as it was switched here after it was saved here', () => {
    recordAppliedTheme(storage, 'ama', true)
    expect(chooseThemeToApply(storage, 'ama', saved(true))).toBeUndefined()
  })

  it("is each person's own on a shared device", () => {
    chooseThemeToApply(storage, 'ama', saved(false))
    expect(chooseThemeToApply(storage, 'kofi', saved(true))).toBe('dark')
    expect(chooseThemeToApply(storage, 'ama', saved(false))).toBe('light')
  })
})
