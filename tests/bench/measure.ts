/** Measures for benches: percentiles, disk sync time, and facts about the machine. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Returns a percentile with two decimals.
 * `share` is from 0 to 1.
 */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}

export const round = (number: number, decimals = 2) => Number(number.toFixed(decimals))

/** Measures the ms to write and sync one page of 4 KB. */
export function measureDiskSync(folder: string) {
  const file = openSync(path.join(folder, 'sync-probe'), 'w')
  const page = Buffer.alloc(4096)
  const times = Array.from({ length: 300 }, () => {
    const began = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  rmSync(path.join(folder, 'sync-probe'))
  return { sync_p50_ms: percentile(times, 0.5), sync_p99_ms: percentile(times, 0.99) }
}

/** Returns cores, processor and load average, which shows other work. */
export const machineFacts = () => ({
  cores: availableParallelism(),
  cpu: cpus()[0]?.model,
  load: round(loadavg()[0] ?? 0, 1),
})

/** Prints progress to standard error; standard output has only the figures. */
export const logProgress = (doing: string) => console.error(`  ${round(performance.now() / 1000, 0)} s: ${doing}`)

/**
 * Returns a process's memory in MB and processor time in ms (Linux only).
 * Processor time has steps of 10 ms.
 */
export function readProcessUsage(pid: number | undefined) {
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return { mb: Math.round(Number(resident) / 1_024), cpuMs: (Number(user) + Number(system)) * 10 }
}

/** Runs `work` with a temporary folder and removes the folder afterwards. */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
