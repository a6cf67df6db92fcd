/**
 * Shows what a start does and for how long.
 * A terminal shows one updating line, other outputs a line every ten seconds.
 */
const TERMINAL_INTERVAL_MS = 1_000
const LOG_INTERVAL_MS = 10_000

/** Shows the label while the work runs and returns its result. */
export async function showProgress(label, work) {
  const started = performance.now()
  const { isTTY: isTerminal } = process.stderr
  const print = (state) => process.stderr.write(isTerminal ? `\r${label}… ${state}` : `${label}… ${state}\n`)
  const seconds = () => `${Math.round((performance.now() - started) / 1_000)} s`
  const timer = setInterval(() => print(seconds()), isTerminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)
  process.stderr.write(isTerminal ? `${label}…` : `${label}…\n`)
  try {
    const result = await work()
    print(`done in ${seconds()}`)
    return result
  } finally {
    clearInterval(timer)
    if (isTerminal) process.stderr.write('\n')
  }
}
