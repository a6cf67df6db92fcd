/** Options of each role, and their saved form. */
import { describe, expect, it } from 'vitest'
import { Settings } from '#contract/settings/settings.ts'
import { chosen, isOn, optionsOf } from './notification-options.ts'

describe('notification options', () => {
  it.each([
    ['resident', ['collection', 'reports']],
    ['dispatcher', ['route_alerts', 'daily_reports']],
    ['recycler', ['delivery_alerts', 'weekly_reports']],
    ['admin', []],
    ['auditor', []],
  ] as const)('of a %s are %j, each with its words', (role, expected) => {
    expect(optionsOf(role).map(({ option }) => option)).toEqual(expected)
    expect(optionsOf(role).every(({ label, text }) => label && text.endsWith('.'))).toBe(true)
  })

  it('are on until they are switched off', () => {
    expect(isOn({}, 'collection')).toBe(true)
    expect(isOn({ collection: false }, 'collection')).toBe(false)
  })

  it('are saved whole, and only those of the role', () => {
    const saved = chosen('resident', { reports: false, route_alerts: false })
    expect(saved).toEqual({ collection: true, reports: false })
    expect(Settings.safeParse({ darkMode: true, notifications: saved }).success).toBe(true)
  })
})
