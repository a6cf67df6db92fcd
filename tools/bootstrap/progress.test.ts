/** Tests the progress display on a terminal, and when the output goes elsewhere. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showProgress } from './progress.mjs'

const wasTerminal = process.stderr.isTTY
let written: string[]

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  process.stderr.isTTY = wasTerminal
})

/** Runs simulated work for `ms` and shows its progress. */
async function showFor(ms: number, isTerminal: boolean): Promise<void> {
  process.stderr.isTTY = isTerminal
  const shown = showProgress('Installing packages', () => new Promise((resolve) => setTimeout(resolve, ms)))
  await vi.advanceTimersByTimeAsync(ms)
  await shown
}

it('updates one line each second on a terminal', async () => {
  await showFor(2_500, true)
  expect(written).toEqual([
    'Installing packages…',
    '\rInstalling packages… 1 s',
    '\rInstalling packages… 2 s',
    '\rInstalling packages… done in 3 s',
    '\n',
  ])
})

it('prints a line every ten seconds elsewhere', async () => {
  await showFor(25_000, false)
  expect(written).toEqual([
    'Installing packages…\n',
    'Installing packages… 10 s\n',
    'Installing packages… 20 s\n',
    'Installing packages… done in 25 s\n',
  ])
})

it('ends the line where the work fails, so that the reason begins on its own', async () => {
  process.stderr.isTTY = true
  await expect(showProgress('Building', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(written).toEqual(['Building…', '\n'])
})
