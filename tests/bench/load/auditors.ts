/** Runs auditors in time travel: each reads the dispatcher's board at random moments. */
import { routes } from '#contract/routes.ts'
import { call } from '../calls.ts'
import { DASHBOARD } from './dashboard.ts'

/** Message of the parent process. This process reports the first frame, and answers 'stop' with `SeekResult`. */
export interface SeekRequest {
  url: string
  tokens: string[]
  /** Last position of the log. */
  head: number
  /** Limit of frames per second and auditor. */
  perSecond: number
}

export interface SeekResult {
  /** Milliseconds per frame, from its first call to its last answer. */
  frames: number[]
  /** Answers with a status other than 200. */
  refused: number
}

const result: SeekResult = { frames: [], refused: 0 }
let stopped = false

/** Reads all lists of the board at one moment, concurrently like a browser. */
async function frame(url: string, token: string, position: number): Promise<void> {
  const began = performance.now()
  const answers = await Promise.all(
    DASHBOARD.map((name) => call(url, { method: 'GET', path: `${routes[name].path}?at=${position}`, token })),
  )
  result.frames.push(performance.now() - began)
  result.refused += answers.filter(({ status }) => status !== 200).length
}

async function seek({ url, head, perSecond }: SeekRequest, token: string): Promise<void> {
  while (!stopped) {
    const began = performance.now()
    await frame(url, token, 1 + Math.floor(Math.random() * head))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 / perSecond - (performance.now() - began))))
  }
}

process.on('message', async (message: SeekRequest | 'stop') => {
  if (message !== 'stop') {
    // The first frame starts the server's time-travel thread, so it is not measured.
    await frame(message.url, message.tokens[0] ?? '', message.head)
    process.send?.('scrubbing')
    await Promise.all(message.tokens.map((token) => seek(message, token)))
    process.send?.(result)
  } else stopped = true
})
