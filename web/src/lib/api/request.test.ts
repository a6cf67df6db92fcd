/** Tests requests: encoded path fields, other fields as query, key as header. */
import { expect, it } from 'vitest'
import { defineCommand, defineQuery, requestOf, urlOf } from './request.ts'

it('fills in what the path names, sends the body, and puts the key where the server looks for it', () => {
  expect(defineCommand('changeSchedule').query({ id: 's 1/2?#', body: { status: 'completed' }, key: 'k' })).toEqual({
    url: '/auth/schedules/s%201%2F2%3F%23/status',
    method: 'PATCH',
    body: { status: 'completed' },
    headers: { 'Idempotency-Key': 'k' },
  })
})

it('asks for the rest', () => {
  expect(defineQuery('adminUsers').query({ page: 2, size: 10 })).toEqual({
    url: '/auth/admin/users',
    method: 'GET',
    params: { page: 2, size: 10 },
  })
})

it('sends a file as a form, under its key, with patience', () => {
  const { body, headers, method } = defineCommand('uploadPicture').query({ file: new Blob(['photo']), key: 'k' })
  expect([...(body as FormData).keys()]).toEqual(['file'])
  expect({ headers, method }).toEqual({ headers: { 'Idempotency-Key': 'k' }, method: 'POST' })
})

it('waits for a forecast for a minute, and for an upload longer', () => {
  expect(defineQuery('nextDay').query()).toMatchObject({ timeout: 60_000 })
  expect(defineCommand('uploadPicture').query({ file: new Blob(['photo']), key: 'k' })).toMatchObject({
    timeout: 240_000,
  })
  expect(defineQuery('vehicles').query({})).not.toHaveProperty('timeout')
})

it('says nothing where nothing is to be said', () => {
  expect(defineQuery('me').query()).toEqual({ url: '/auth/me', method: 'GET' })
  expect(defineCommand('endOtherSessions').query()).toEqual({ url: '/auth/sessions', method: 'DELETE' })
  expect(requestOf('signIn', { body: { password: 'p' } })).toEqual({
    url: '/auth/login',
    method: 'POST',
    body: { password: 'p' },
  })
})

it('has the whole address of what goes out by itself', () => {
  expect(urlOf('signOut')).toBe('/api/auth/logout')
  expect(urlOf('userReports', { id: 'ü' })).toBe('/api/auth/reports/user/%C3%BC')
})

it('is what the lines say, or does not compile', () => {
  const refused = [
    // @ts-expect-error There is no such command.
    () => defineCommand('sweepStreets'),
    // @ts-expect-error A read is no command.
    () => defineCommand('vehicles'),
    // @ts-expect-error A command is no read.
    () => defineQuery('refuel'),
    // @ts-expect-error A file is not a read.
    () => defineQuery('tripsCsv'),
    // @ts-expect-error A command needs an idempotency key.
    () => defineCommand('archiveVehicle').query({ id: 'T1' }),
    // @ts-expect-error A command needs the id in its path.
    () => defineCommand('archiveVehicle').query({ key: 'k' }),
    // @ts-expect-error There is no such period.
    () => defineQuery('fuelAnalytics').query({ period: '8' }),
  ]
  expect(refused).toHaveLength(7)
})
