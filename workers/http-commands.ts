/** Sends internal commands to command-api over HTTP, for workers in a process of their own. */
import http from 'node:http'
import https from 'node:https'
import type { SendSystemCommand } from '#contract/system-commands.ts'
import { internalAuthorization } from '#platform/auth/internal.ts'
import { traceHeaders } from '#platform/tracing/tracing.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns a sender that rejects unless the command was accepted, so that its job is retried.
 * Uses Node's http client: `fetch` takes more CPU for a small body than the rest of a job.
 */
export function sendOverHttp(commandApiUrl: string, tokenSecret: string): SendSystemCommand {
  const url = new URL('/internal/commands', commandApiUrl)
  const { Agent, request } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const headers = { 'Content-Type': 'application/json', Authorization: internalAuthorization(tokenSecret) }

  /** Resolves with the status once the response is complete. */
  function post(body: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const length = { 'Content-Length': Buffer.byteLength(body) }
      const options = {
        method: 'POST',
        agent,
        headers: { ...headers, ...length, ...traceHeaders() },
        timeout: TIMEOUT_MS,
      }
      const asked = request(url, options, (answer) => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode))
        answer.resume()
      })
      asked.on('timeout', () => asked.destroy(new Error('command-api does not answer')))
      asked.on('error', reject).end(body)
    })
  }

  return async (commandId, command) => {
    const status = await post(JSON.stringify({ commandId, command }))
    if (status !== 200) throw new Error(`${commandId}: command-api answered ${status}`)
  }
}
