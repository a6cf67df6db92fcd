/** Tests that a saved theme applies in every browser. A theme chosen later in one browser has priority there. */
import { beforeEach, describe, expect, it } from 'vitest'
import { recordAppliedTheme, themeToApply } from './saved-settings.ts'

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
    expect(themeToApply(storage, 'ama', saved(false))).toBe('light')
  })

  it('stays as it is when nothing was ever saved', () => {
    expect(themeToApply(storage, 'ama', { ...saved(true), saved: false })).toBeUndefined()
  })

  it('stays as it was switched here after the saved one was followed', () => {
    themeToApply(storage, 'ama', saved(false))
    expect(themeToApply(storage, 'ama', saved(false))).toBeUndefined()
  })

  it('changes again when another one was saved elsewhere', () => {
    themeToApply(storage, 'ama', saved(false))
    expect(themeToApply(storage, 'ama', saved(true))).toBe('dark')
  })

  it('stays as it was switched here after it was saved here', () => {
    recordAppliedTheme(storage, 'ama', true)
    expect(themeToApply(storage, 'ama', saved(true))).toBeUndefined()
  })

  it("is each person's own on a shared device", () => {
    themeToApply(storage, 'ama', saved(false))
    expect(themeToApply(storage, 'kofi', saved(true))).toBe('dark')
    expect(themeToApply(storage, 'ama', saved(false))).toBe('light')
  })
})
