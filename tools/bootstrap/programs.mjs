/**
 * Runs the programs that prepare a folder.
 * If the start is stopped, it ends them and their children.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const isWindows = process.platform === 'win32'
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Time until a stopping program is killed. */
const STOP_TIMEOUT_MS = 5_000

const running = new Set()
let stopSignal

/** Ends the start with one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Signals a process group, so that npm's install scripts end with it. */
function signalGroup(child, signal) {
  try {
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

const exitStopped = () => process.exit(128 + constants.signals[stopSignal])

/** Ends all programs before the process, because they write to the folder. */
function stop(signal) {
  stopSignal ??= signal
  for (const child of running) signalGroup(child, 'SIGTERM')
  setTimeout(exitStopped, STOP_TIMEOUT_MS).unref()
  exitIfStopped()
}

function exitIfStopped() {
  if (stopSignal && running.size === 0) exitStopped()
}

/** Runs the work; a signal ends its programs and then this process. */
export async function stoppable(work) {
  const killAll = () => {
    for (const child of running) signalGroup(child, 'SIGKILL')
  }
  process.on('exit', killAll)
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  try {
    return await work()
  } finally {
    process.off('exit', killAll)
    for (const signal of STOP_SIGNALS) process.off(signal, stop)
  }
}

/** Runs a program to its end in a folder. Returns whether it succeeded and what it printed. */
export async function run(command, args, folder) {
  const env = { ...process.env, NO_COLOR: '1' }
  const options = { cwd: folder, env, shell: isWindows, detached: !isWindows, stdio: ['ignore', 'pipe', 'pipe'] }
  const child = spawn(command, args, options)
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
  if (child.pid !== undefined) running.add(child)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      if (error.code === 'ENOENT')
        fail(`${command} is missing; install Node.js with npm (https://nodejs.org) and try again.`)
      output.push(Buffer.from(error.message))
      resolve(undefined)
    })
    child.once('close', resolve)
  })
  running.delete(child)
  exitIfStopped()
  return { succeeded: code === 0, output: Buffer.concat(output).toString().trimEnd() }
}

/** Runs a program that must succeed; on failure prints its output and the sentence. */
export async function mustRun(sentence, command, args, folder) {
  const { succeeded, output } = await run(command, args, folder)
  if (succeeded) return
  console.error(output)
  fail(sentence)
}
