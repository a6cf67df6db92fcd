/**
 * Tests that no large package is loaded while dashboards are connected.
 * Loading one would block the dashboards' server.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, signUp } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

/**
 * Packages that the server may load after its start.
 * They are small, or load in parts with the first mail or password.
 */
const LATE = ['@zxcvbn-ts', 'nodemailer']

const folder = mkdtempSync(path.join(tmpdir(), 'modules-'))
const file = path.join(folder, 'modules.txt')
let app: RunningApp
beforeAll(async () => {
  writeFileSync(file, '')
  const hook = pathToFileURL(path.join(import.meta.dirname, 'record-modules.ts'))
  app = await startWasteSense({ env: { NODE_OPTIONS: `--import ${hook}`, MODULES_FILE: file } })
})
afterAll(async () => {
  await app?.clear()
  rmSync(folder, { recursive: true })
})

it('has loaded the queue before it listens', async () => {
  const { token } = await signUp(app)
  await call(app, 'reportBinFull', { token, body: {} })
  // A job sends the mail, so wait for it.
  const outbox = path.join(app.dataDir, 'outbox')
  await eventually(() => expect(existsSync(outbox) ? readdirSync(outbox) : []).not.toEqual([]))
  const urls = readFileSync(file, 'utf8').split('\n')
  const packages = new Set(urls.flatMap((url) => /.*node_modules\/([^/]+)/.exec(url)?.[1] ?? []))
  expect([...packages].filter((name) => !LATE.includes(name))).toEqual([])
  expect(packages).toContain('nodemailer')
})
