/** How a process of ours begins and ends: one clear sentence and exit code 1 on a bad start, a graceful stop on a signal. */
import type { Log } from './logging.ts'

/** What was started and can be stopped again. */
export interface Running {
  log: Log
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 10_000

/** Runs `start`, then waits for SIGINT or SIGTERM and stops what it gave. An error at start is said in one line. */
export async function runProcess(start: () => Promise<Running>): Promise<void> {
  let running: Running
  try {
    running = await start()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    running.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await running.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
