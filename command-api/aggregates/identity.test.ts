/**
 * Tests that a sign-in identity belongs to one account until its release.
 * Another account can take the identity only from an abandoned registration.
 */
import { describe, expect, it } from 'vitest'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { identityAggregate, identityStreamOf, releaseIdentity, reserveIdentity } from './identity.ts'

const reservedFor = (userId: string) => createEvent('IdentityReserved', { userId, reservedAt: NOW.toISOString() })
const released = createEvent('IdentityReleased', { userId: 'u1' })

describe('reserveIdentity', () => {
  it('reserves a free name', () =>
    givenEvents(identityAggregate, [])
      .when(reserveIdentity, { userId: 'u1' })
      .then([reservedFor('u1')]))
  it('changes nothing for its owner', () =>
    givenEvents(identityAggregate, [reservedFor('u1')])
      .when(reserveIdentity, { userId: 'u1' })
      .then([]))
  it('refuses a taken name', () =>
    givenEvents(identityAggregate, [reservedFor('u1')])
      .when(reserveIdentity, { userId: 'u2' })
      .then({ rejected: 'conflict', message: 'Email already registered' }))
  it('takes over from an abandoned registration', () =>
    givenEvents(identityAggregate, [reservedFor('u1')])
      .when(reserveIdentity, { userId: 'u2', abandoned: 'u1' })
      .then([reservedFor('u2')]))
  it('takes over from no other registration', () =>
    givenEvents(identityAggregate, [reservedFor('u3')])
      .when(reserveIdentity, { userId: 'u2', abandoned: 'u1' })
      .then({ rejected: 'conflict' }))
  it('reserves a freed name', () =>
    givenEvents(identityAggregate, [reservedFor('u1'), released])
      .when(reserveIdentity, { userId: 'u2' })
      .then([reservedFor('u2')]))
})

describe('releaseIdentity', () => {
  it('frees the own', () =>
    givenEvents(identityAggregate, [reservedFor('u1')])
      .when(releaseIdentity, { userId: 'u1' })
      .then([released]))
  it("leaves another's alone", () =>
    givenEvents(identityAggregate, [reservedFor('u2')])
      .when(releaseIdentity, { userId: 'u1' })
      .then([]))
})

describe('the stream of an identity', () => {
  const key = new Uint8Array(32).fill(7)
  it.each(['  Ama@Example.com', 'ama@example.com ', 'ａｍａ@example.com'])('is one for %j', (text) =>
    expect(identityStreamOf(key, text)).toBe(identityStreamOf(key, 'ama@example.com')),
  )
  it('does not tell the email without the key', () => {
    expect(identityStreamOf(key, 'ama@example.com')).not.toContain('ama')
    expect(identityStreamOf(new Uint8Array(32), 'ama@example.com')).not.toBe(identityStreamOf(key, 'ama@example.com'))
  })
})

describe('the stream of an email', () => {
  const streamOf = (identifier: string) => identityStreamOf(new Uint8Array(32), identifier)
  it.each([
    ['Kofi@MÜNCHEN.example', ' kofi@xn--mnchen-3ya.example'],
    ['R&D@example.com', 'r&d@example.com'],
    ['DISP001', 'disp001'],
  ])('is one for %s and %s', (one, other) => expect(streamOf(one)).toBe(streamOf(other)))
  it('is another for another', () =>
    expect(streamOf('kofi@munchen.example')).not.toBe(streamOf('kofi@münchen.example')))
})
