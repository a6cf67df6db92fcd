/** How a process of ours begins and ends: one clear sentence and exit code 1 on a bad start, a graceful stop on a signal. */
import { flushCompileCache } from 'node:module'
import { sentenceOf } from './disk-errors.ts'
import type { Log } from './logging.ts'

/** What was started and can be stopped again. */
export interface Running {
  log: Log
  stop(): Promise<void>
  /** A stop that takes longer is cut off, with exit code 1. */
  stopSeconds: number
  /** Rejects when it turns out later that the start was a bad one. */
  sound?: Promise<unknown>
}

/** Runs a command to its end with what follows its name; what went wrong is said in one line, with exit code 1. */
export async function runCommand(work: (given: string[]) => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    await work(process.argv.slice(2))
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  }
}

/**
 * Runs `start`, then waits for SIGINT or SIGTERM and stops what it gave. An error at start is said in one line, and so is what
 * shows later that it was a bad one. An error that nobody caught later leaves the process in a state that nobody knows: it is
 * logged, what runs is closed, and the exit code 1 tells whoever watches over the process to start it again. Promises that
 * nobody caught end here, too.
 */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  // Whatever this process makes, side files of databases included, is for its owner only.
  process.umask(0o077)
  let running: Running
  try {
    running = await start()
  } catch (error) {
    console.error(sentenceOf(error))
    process.exit(1)
  }
  // What the start compiled is kept for the next one also where this process is killed.
  flushCompileCache()
  const { log, stopSeconds } = running
  let stopping = false
  const stop = async (exitCode: 0 | 1) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopSeconds * 1_000).unref()
    try {
      await running.stop()
    } catch (error) {
      log.error({ err: error }, 'could not be stopped in order')
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
    log.error({ err: error }, 'an error that nobody caught; stopping')
    void stop(1)
  })
}
