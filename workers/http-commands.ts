/** Sends system commands to command-api over HTTP, for workers that run in a process of their own. */
import type { SendSystemCommand } from '#contract/system-commands.ts'
import { internalAuthorization } from '#platform/auth/internal.ts'
import { traceHeaders } from '#platform/tracing/tracing.ts'

const TIMEOUT_MS = 10_000

/** Rejects unless the command was accepted, so that its job is tried again. */
export function sendOverHttp(commandApiUrl: string, tokenSecret: string): SendSystemCommand {
  return async (commandId, command) => {
    const response = await fetch(new URL('/internal/commands', commandApiUrl), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: internalAuthorization(tokenSecret),
        ...traceHeaders(),
      },
      body: JSON.stringify({ commandId, command }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`${commandId}: command-api answered ${response.status}`)
  }
}
