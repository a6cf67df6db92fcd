/**
 * Runs our processes, with a graceful stop on a signal.
 * A failed start gives one sentence and exit code 1.
 */

import path from 'node:path'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import type { ServerSettings } from './config.ts'
import { errorSentenceOf } from './disk-errors.ts'
import type { Log } from './logging.ts'

/** Started process that can be stopped. */
export interface RunningProcess {
  log: Log
  stop(): Promise<void>
  /**
   * Time limit in seconds for `stop`.
   * After it, the process exits with code 1.
   */
  stopSeconds: number
  /**
   * Check that continues after the start.
   * The promise rejects if the check fails.
   */
  sound?: Promise<unknown>
}

/**
 * Runs a command with its arguments.
 * An error prints one line and sets exit code 1.
 */
export async function runCommandLineTool(work: (given: string[]) => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    await work(process.argv.slice(2))
  } catch (error) {
    console.error(errorSentenceOf(error))
    process.exitCode = 1
  }
}

/**
 * Runs `start`, waits for SIGINT or SIGTERM, then stops.
 * A failed start prints one line, even if detected later.
 * After an uncaught error or rejection the state is unknown.
 * The process then logs it and stops with exit code 1.
 * The service manager restarts it.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  // The process's files, including databases' side files, are private to their owner.
  process.umask(0o077)
  let running: RunningProcess
  try {
    running = await start()
  } catch (error) {
    console.error(errorSentenceOf(error))
    process.exit(1)
  }
  const { log, stopSeconds } = running
  let stopping = false
  const stop = async (exitCode: 0 | 1) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopSeconds * 1_000).unref()
    try {
      await running.stop()
    } catch (error) {
      log.error({ err: error }, 'could not stop cleanly')
      process.exit(1)
    }
    process.exit(exitCode)
  }
  const onSignal = (signal: string) => {
    log.info({ signal }, 'stopping')
    void stop(0)
  }
  running.sound?.catch((error: Error) => {
    console.error(error.message)
    void stop(1)
  })
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'uncaught error; stopping')
    void stop(1)
  })
}

/**
 * Prints the address, the data folder and the demo accounts.
 * `password` is the password of accounts that this start created.
 */
export function printStartMessage({ DATA_DIR, HOST, SEED }: ServerSettings, port: number, password?: string): void {
  const address = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
  console.log(
    `\nWasteSense is running at ${address}\n  API reference  ${address}/api/docs\n  Data           ${path.resolve(DATA_DIR)}`,
  )
  if (SEED === 'none') return
  console.log('\n  Accounts')
  for (const { identifier, label } of DEMO_ACCOUNTS) console.log(`    ${identifier.padEnd(28)} ${label}`)
  console.log(
    password
      ? `  Password of all of them (shown this once): ${password}\n`
      : '  Password: as set or shown at the first start.\n',
  )
}
