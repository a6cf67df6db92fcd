/** Tests that the tables of events and endpoints join all modules of their folders without duplicate names. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { eventSchemas } from './events.ts'
import { lines } from './lines.ts'

it.each([
  ['events', eventSchemas],
  ['endpoints', endpoints],
  ['lines', lines],
])('%s', async (folder, sum) => {
  const files = await readdir(join(import.meta.dirname, folder))
  const rooms = await Promise.all(files.map((file) => import(join(import.meta.dirname, folder, file))))
  const names = rooms.flatMap((room) => Object.values<object>(room).flatMap(Object.keys))
  expect(names.sort()).toEqual(Object.keys(sum).sort())
})

it('has one endpoint for a method and path', () => {
  const doors = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(doors).size).toBe(doors.length)
})
