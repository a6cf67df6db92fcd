/** Starts the system's PostgreSQL in a folder, with its defaults: it syncs each commit to disk before it answers. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findProgram } from '#platform/testing/programs.ts'

const USER = 'postgres'
const PATIENCE_MS = 10_000

/** The folder of initdb and postgres; undefined where there is no PostgreSQL. */
function findPostgres(): string | undefined {
  const initdb = findProgram('initdb') ?? globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1)
  return initdb && path.dirname(initdb)
}

/** PostgreSQL refuses to be root: there it runs as its own user. */
function ownerOf() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts it on a socket in `folder`; undefined where there is none. */
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
  for (const end = performance.now() + PATIENCE_MS; !(await answers(url)); await pause(50))
    if (performance.now() > end) throw new Error('PostgreSQL did not start')
  return {
    url,
    pid: child.pid as number,
    async stop() {
      // A fast shutdown: sessions are ended, the log is whole.
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
