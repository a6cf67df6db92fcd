/** Tests that interrupted tests and benches leave no process and no file. */
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
/** Test that starts a server, its queue and a browser. */
const JOURNEY = 'tests/journeys/dispatcher.test.ts'

/**
 * Runs a program of `tools`.
 * Calls `act` as soon as a process of every kind in `waitsFor` runs.
 * Returns the processes and files that remain after the program ends.
 */
async function stopWith(
  [program = '', ...args]: readonly string[],
  waitsFor: readonly string[],
  act: (run: ProcessTree, pids: (words: string) => number[]) => void,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stopped-run-'))
  const id = randomUUID()
  const command = [path.join(ROOT, 'tools', program), ...args]
  const run = spawnTree(process.execPath, command, id, { cwd: ROOT, env: { TMPDIR: folder }, stdio: 'ignore' })
  const pids = (words: string) => [...processesOf(id)].flatMap(([pid, line]) => (line.includes(words) ? [pid] : []))
  try {
    await eventually(() => {
      for (const words of waitsFor) expect(pids(words), words).not.toEqual([])
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

describe.skipIf(process.platform !== 'linux')('a run of a bench', () => {
  it('stopped by SIGTERM leaves nothing', async () => {
    const left = await stopWith(['bench.ts', 'crash-test'], ['start.ts'], (run) => run.child.kill('SIGTERM'))
    expect(left).toEqual({ code: 143, processes: [], files: [] })
  })
})

describe.skipIf(process.platform !== 'linux' || !findProgram(...CHROMIUMS))('a run of the tests', () => {
  const TESTS = ['test.ts', JOURNEY]
  const PROGRAMS = ['start.ts', 'chromium', 'vitest']

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('stopped by %s leaves nothing', async (signal, code) => {
    const left = await stopWith(TESTS, PROGRAMS, (run) => run.child.kill(signal))
    expect(left).toEqual({ code, processes: [], files: [] })
  })

  it('whose worker dies fails and leaves nothing', async () => {
    const left = await stopWith(TESTS, PROGRAMS, (_, pids) => {
      for (const pid of pids('vitest/dist/workers')) process.kill(pid, 'SIGKILL')
    })
    expect(left).toEqual({ code: 1, processes: [], files: [] })
  })
})
