/**
 * Starts the system's PostgreSQL in a folder with its defaults.
 * It syncs each commit to disk before it answers.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findProgram } from '#tests/fixtures/programs.ts'

const USER = 'postgres'
const START_TIMEOUT_MS = 10_000

/** Returns the folder of initdb and postgres, or undefined without PostgreSQL. */
function findPostgres(): string | undefined {
  const initdb = findProgram('initdb') ?? globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1)
  return initdb && path.dirname(initdb)
}

/**
 * Returns the user and group that run PostgreSQL, which refuses to run as root.
 * Returns an empty object if this process does not run as root.
 */
function ownerOf() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Starts PostgreSQL on a socket in `folder`.
 * Returns undefined if PostgreSQL is not installed.
 */
export async function startPostgres(folder: string) {
  const programs = findPostgres()
  if (!programs) return undefined
  const owner = ownerOf()
  const data = path.join(folder, 'postgres')
  mkdirSync(data)
  if (owner.uid !== undefined) {
    chownSync(data, owner.uid, owner.gid)
    chownSync(folder, owner.uid, owner.gid)
  }
  execFileSync(path.join(programs, 'initdb'), ['-D', data, '-U', USER, '--auth=trust'], { ...owner, stdio: 'ignore' })
  const child = spawn(path.join(programs, 'postgres'), ['-D', data, '-k', folder, '-h', ''], {
    ...owner,
    stdio: 'ignore',
  })
  const url = `postgresql://${USER}@/postgres?host=${encodeURIComponent(folder)}`
  for (const end = performance.now() + START_TIMEOUT_MS; !(await answers(url)); await pause(50))
    if (performance.now() > end) throw new Error('PostgreSQL did not start')
  return {
    url,
    pid: child.pid as number,
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it ends sessions and completes the log.
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
