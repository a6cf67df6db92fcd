/**
 * Tests that the tables of events and endpoints include every module.
 * No name may occur twice.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { eventSchemas } from './events.ts'
import { endpointRoutes } from './routes.ts'

it.each([
  ['events', eventSchemas],
  ['endpoints', endpoints],
  ['routes', endpointRoutes],
])('%s', async (kind, sum) => {
  const files = globSync(`*/*${kind}.ts`, { cwd: import.meta.dirname })
  const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))
  const names = modules.flatMap((module) => Object.values<object>(module).flatMap(Object.keys))
  expect(names.sort()).toEqual(Object.keys(sum).sort())
})

it('has one endpoint for a method and path', () => {
  const doors = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(doors).size).toBe(doors.length)
})
