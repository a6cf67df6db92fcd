/** Tests that an interrupted test run leaves no process and no file. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { type ProcessTree, processesOf, spawnTree } from '#tests/fixtures/process-tree.ts'
import { CHROMIUMS, findProgram } from '#tests/fixtures/programs.ts'

const ROOT = path.join(import.meta.dirname, '../..')
/** Test file that starts a server with its queue, and a browser. */
const JOURNEY = 'tests/journeys/dispatcher.test.ts'

describe.skipIf(process.platform !== 'linux' || !findProgram(...CHROMIUMS))('a run of the tests', () => {
  /** Runs a test file and calls `act` meanwhile. Returns the processes and files that remain. */
  async function stopWith(act: (run: ProcessTree, pids: (words: string) => number[]) => void) {
    const folder = mkdtempSync(path.join(tmpdir(), 'stopped-run-'))
    const id = randomUUID()
    const command = [path.join(ROOT, 'tools/test.ts'), JOURNEY]
    const run = spawnTree(process.execPath, command, id, { cwd: ROOT, env: { TMPDIR: folder }, stdio: 'ignore' })
    const pids = (words: string) => [...processesOf(id)].flatMap(([pid, line]) => (line.includes(words) ? [pid] : []))
    try {
      await eventually(() => {
        for (const words of ['start.ts', 'chromium', 'vitest']) expect(pids(words), words).not.toEqual([])
      })
      const ended = once(run.child, 'exit')
      act(run, pids)
      const [code] = await ended
      return { code, processes: [...processesOf(id).values()], files: readdirSync(folder, { recursive: true }) }
    } finally {
      run.end()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('stopped by %s leaves nothing', async (signal, code) => {
    const left = await stopWith((run) => run.child.kill(signal))
    expect(left).toEqual({ code, processes: [], files: [] })
  })

  it('whose worker dies fails and leaves nothing', async () => {
    const left = await stopWith((_, pids) => {
      for (const pid of pids('vitest/dist/workers')) process.kill(pid, 'SIGKILL')
    })
    expect(left).toEqual({ code: 1, processes: [], files: [] })
  })
})
