/** Tests that a failed backup's reason is returned as a sentence. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { adminSocketPathOf, isServerRunning, openAdminSocket, requestBackup } from './admin-socket.ts'

let dataDir: string
let server: Server | undefined
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'door-'))
})
afterEach(() => {
  server?.close()
  rmSync(dataDir, { recursive: true })
})

it('copies into one folder after the other', async () => {
  const copied: string[] = []
  server = await openAdminSocket(dataDir, async (folder) => {
    copied.push(folder)
    if (folder === '/two') throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  expect(await isServerRunning(dataDir)).toBe(true)
  const answers = await Promise.all(['/one', '/two', '/three'].map((folder) => requestBackup(dataDir, folder)))
  const error = "The disk can't be used: the disk is full. Free some space, then try again."
  expect(answers).toEqual([{}, { error }, {}])
  expect(copied.sort()).toEqual(['/one', '/three', '/two'])
})

it('is not kept waiting by a process that has stopped', async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => void socket.resume().on('error', () => undefined))
  await new Promise<void>((resolve) => server?.listen(adminSocketPathOf(dataDir), resolve))
  await expect(requestBackup(dataDir, '/one', { silentMs: 1 })).rejects.toThrow(
    /^WasteSense is running but does not answer/,
  )
})

it.skipIf(process.platform === 'win32')('says how long a path of the data folder is too long', async () => {
  const long = path.join(dataDir, 'x'.repeat(120))
  mkdirSync(long)
  const sentence = /^The path of DATA_DIR is \d+ bytes too long for its socket.+Set DATA_DIR to a shorter path/
  await expect(isServerRunning(long)).rejects.toThrow(sentence)
  await expect(requestBackup(long, '/one')).rejects.toThrow(sentence)
  await expect(openAdminSocket(long, async () => undefined)).rejects.toThrow(sentence)
})
