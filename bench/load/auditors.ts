/** A process with auditors who replay: each reads the whole dispatcher's board at one random moment after another. */
import { lines } from '#contract/lines.ts'
import { call } from '../calls.ts'
import { DASHBOARD } from './dashboard.ts'

/** What the parent asks for; it is told when the first frame is there, and the answer to 'stop' is `Scrubbed`. */
export interface Scrub {
  url: string
  tokens: string[]
  /** The last position of the log. */
  head: number
  /** So many frames a second at most, of each. */
  perSecond: number
}

export interface Scrubbed {
  /** Milliseconds of each frame, from the first call sent to the last answer. */
  frames: number[]
  /** What was answered with something else than the moment. */
  refused: number
}

const scrubbed: Scrubbed = { frames: [], refused: 0 }
let stopped = false

/** All of the board at one moment, as a browser asks for it: at once. */
async function frame(url: string, token: string, position: number): Promise<void> {
  const began = performance.now()
  const answers = await Promise.all(
    DASHBOARD.map((name) => call(url, { method: 'GET', path: `${lines[name].path}?at=${position}`, token })),
  )
  scrubbed.frames.push(performance.now() - began)
  scrubbed.refused += answers.filter(({ status }) => status !== 200).length
}

async function scrub({ url, head, perSecond }: Scrub, token: string): Promise<void> {
  while (!stopped) {
    const began = performance.now()
    await frame(url, token, 1 + Math.floor(Math.random() * head))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 / perSecond - (performance.now() - began))))
  }
}

process.on('message', async (message: Scrub | 'stop') => {
  if (message !== 'stop') {
    // What a process costs to start is not what auditors cost.
    await frame(message.url, message.tokens[0] ?? '', message.head)
    process.send?.('scrubbing')
    await Promise.all(message.tokens.map((token) => scrub(message, token)))
    process.send?.(scrubbed)
  } else stopped = true
})
