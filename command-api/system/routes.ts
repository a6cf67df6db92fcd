/** The door for our own workers: system commands over HTTP, below /internal, which the proxy does not let through. */

import type { Request, Response, Router } from 'express'
import { reject } from '#contract/door/problems.ts'
import { type SendSystemCommand, SystemRequest } from '#contract/system-commands.ts'
import { isInternal } from '#platform/auth/internal.ts'
import { jsonBody } from '#platform/http/json-body.ts'
import { networkOfClient } from '#platform/http/network.ts'
import { rejectFields, sendProblem } from '#platform/http/problems.ts'

/** A forecast of hundreds of zones; a log takes events up to 1 MiB. */
const LARGEST = 1_200 * 1_024

/** `forged` hears of calls with another key, and of their network. */
export function mountInternal(
  router: Router,
  send: SendSystemCommand,
  tokenSecret: string,
  forged: (address: string) => void,
): void {
  router.post('/internal/commands', jsonBody(LARGEST), async (request: Request, response: Response) => {
    if (!isInternal(tokenSecret, request.get('Authorization'))) {
      forged(networkOfClient(request))
      return sendProblem(response, reject('unauthenticated', 'This is for WasteSense itself.'))
    }
    const parsed = SystemRequest.safeParse(request.body)
    if (!parsed.success) return sendProblem(response, rejectFields(parsed.error))
    await send(parsed.data.commandId, parsed.data.command)
    response.json({ accepted: true })
  })
}
