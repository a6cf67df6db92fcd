/** Tests which page opens after a sign-in. */
import { expect, it } from 'vitest'
import { landingOf } from './screen.ts'

it('is the dashboard of the role when nobody sent them', () => {
  expect(landingOf('resident', null)).toBe('/resident/dashboard')
})

it('is the page that the guard sent them away from', () => {
  const from = { pathname: '/dispatcher/routes', search: '?day=1', hash: '#top', state: null, key: 'k' }
  expect(landingOf('dispatcher', { from })).toBe('/dispatcher/routes?day=1#top')
})
