/** Runs a distributed installation, whose processes can be killed, hung and restarted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reserveFreePorts } from '#tests/fixtures/free-ports.ts'
import { bareEnvironment } from '#tests/fixtures/programs.ts'
import { killWithThisProcess } from './child-processes.ts'
import { portCountFor, programsOf } from './split-processes-programs.ts'

const root = join(import.meta.dirname, '../..')

const PROCESSES_PER_KIND = 2

/** Number of characters of a program's output that are stored. */
const MAX_OUTPUT_CHARS = 2000

export interface SplitProcessesCity {
  /** Address of Caddy, the only one that clients use. */
  origin: string
  /** DATA_DIR of all processes. */
  folder: string
  /** Program names in starting order. */
  names: readonly string[]
  /** Returns the address of one program, which is reached without Caddy. */
  address(name: string): string
  /** Kills a program without notice, as a power cut would. */
  kill(name: string): Promise<void>
  /** Starts a program and resolves when it is healthy. */
  start(name: string): Promise<void>
  /** Suspends a program, with its connections open, until `wake` is called. */
  hang(name: string): void
  wake(name: string): void
  /** Ends WasteSense's own processes and returns their exit codes by name. */
  end(): Promise<Record<string, number | null>>
  /** Ends all programs and removes their files. */
  clear(): Promise<void>
}

/** Starts everything as docker-compose.yml does; resolves when all are healthy. */
export async function startSplitProcessesCity(found: { redis: string; caddy: string }): Promise<SplitProcessesCity> {
  const folder = mkdtempSync(join(tmpdir(), 'wastesense-split-'))
  const programs = programsOf({
    ...found,
    folder,
    each: PROCESSES_PER_KIND,
    ports: await reserveFreePorts(portCountFor(PROCESSES_PER_KIND)),
  })
  const running = new Map<string, ChildProcess>()
  const isOurs = (name: string) => /^(command-api|projections|workers)-/.test(name)

  const programOf = (name: string) => {
    const program = programs.find((program) => program.name === name)
    if (!program) throw new Error(`There is no ${name}`)
    return program
  }
  async function start(name: string): Promise<void> {
    const { file, args, env, well } = programOf(name)
    const child = spawn(file, args, {
      cwd: root,
      env: { ...bareEnvironment(), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    running.set(name, killWithThisProcess(child))
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_OUTPUT_CHARS)
      if (process.env.SHOW_PROCESSES) process.stderr.write(text)
    })
    // Rejects with the output if the program exits while starting.
    const ended = once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`${name} ended at its start with ${code}: ${said}`)),
    )
    await Promise.race([well(), ended])
  }
  async function stop(name: string, signal: NodeJS.Signals): Promise<number | null> {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    child.kill(signal)
    const [code] = await once(child, 'exit')
    return code
  }
  async function clear() {
    await Promise.all([...running.keys()].map((name) => stop(name, 'SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const kinds = ['eventstoredb|mongodb|redis', 'command-api', 'workers|projections', 'caddy']
    for (const kind of kinds) {
      const names = programs.map(({ name }) => name).filter((name) => new RegExp(`^(${kind})`).test(name))
      await Promise.all(names.filter((name) => !running.has(name)).map(start))
    }
  } catch (error) {
    await clear()
    throw error
  }

  return {
    origin: programOf('caddy').address,
    folder,
    names: programs.map(({ name }) => name),
    address: (name) => programOf(name).address,
    kill: async (name) => void (await stop(name, 'SIGKILL')),
    start,
    hang: (name) => void running.get(name)?.kill('SIGSTOP'),
    wake: (name) => void running.get(name)?.kill('SIGCONT'),
    async end() {
      const names = programs.map(({ name }) => name).filter(isOurs)
      return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await stop(name, 'SIGTERM')])))
    },
    clear,
  }
}
