/** Tests which page opens after a sign-in. */
import { expect, it } from 'vitest'
import { pathAfterSignIn } from './screen.ts'

it('is the dashboard of the role when nobody sent them', () => {
  expect(pathAfterSignIn('resident', null)).toBe('/resident/dashboard')
})

it('is the page that the guard sent them away from', () => {
  const from = { pathname: '/dispatcher/routes', search: '?day=1', hash: '#top', state: null, key: 'k' }
  expect(pathAfterSignIn('dispatcher', { from })).toBe('/dispatcher/routes?day=1#top')
})
