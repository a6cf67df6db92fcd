/** Simulates auditors who read the dispatcher's dashboard as it was at random times. */
import { endpointRoutes } from '#contract/routes.ts'
import { call } from '../calls.ts'
import { DASHBOARD_ENDPOINTS } from './dashboard.ts'

/**
 * Message from the parent process that starts the reads.
 * The process answers after its first complete read of the dashboard.
 * It answers a later 'stop' with `ReplaySeekResult`.
 */
export interface ReplaySeekRequest {
  url: string
  tokens: string[]
  /** Position of the log's last event. */
  head: number
  /** Maximum number of replay frames that each auditor requests per second. */
  perSecond: number
}

export interface ReplaySeekResult {
  /** Times in ms to read all lists of the board at one past moment. */
  frames: number[]
  /** Count of answers with a status other than 200. */
  refused: number
}

const result: ReplaySeekResult = { frames: [], refused: 0 }
let stopped = false

/** Reads all lists of the dashboard at one log position, concurrently as a browser does. */
async function frame(url: string, token: string, position: number): Promise<void> {
  const began = performance.now()
  const answers = await Promise.all(
    DASHBOARD_ENDPOINTS.map((name) =>
      call(url, { method: 'GET', path: `${endpointRoutes[name].path}?at=${position}`, token }),
    ),
  )
  result.frames.push(performance.now() - began)
  result.refused += answers.filter(({ status }) => status !== 200).length
}

async function seek({ url, head, perSecond }: ReplaySeekRequest, token: string): Promise<void> {
  while (!stopped) {
    const began = performance.now()
    await frame(url, token, 1 + Math.floor(Math.random() * head))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 / perSecond - (performance.now() - began))))
  }
}

process.on('message', async (message: ReplaySeekRequest | 'stop') => {
  if (message !== 'stop') {
    // Does not measure the first read, because it starts the server's time-travel thread.
    await frame(message.url, message.tokens[0] ?? '', message.head)
    process.send?.('scrubbing')
    await Promise.all(message.tokens.map((token) => seek(message, token)))
    process.send?.(result)
  } else stopped = true
})
