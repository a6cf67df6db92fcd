/**
 * HTTP endpoint for workers' internal commands, below /internal.
 * The proxy does not expose it.
 */

import type { Request, Response, Router } from 'express'
import { reject } from '#contract/http/problems.ts'
import { type InternalCommandSender, InternalRequest } from '#contract/internal-commands.ts'
import { msg } from '#contract/languages/message.ts'
import { isInternalAuthorization } from '#platform/auth/authorization-header.ts'
import { createJsonBodyParser } from '#platform/http/json-body.ts'
import { networkOfClient } from '#platform/http/network.ts'
import { rejectInvalidFields, sendProblem } from '#platform/http/problems.ts'

/**
 * Maximum size of an internal command's request, in bytes.
 * A forecast of hundreds of zones fits into such a request.
 * The limit is above 1 MiB, the maximum size of an event.
 */
const LARGEST = 1_200 * 1_024

/**
 * Adds the route for internal commands to the router.
 * Calls `forged` with the client's address if the request has an invalid key.
 */
export function mountInternalCommands(
  router: Router,
  send: InternalCommandSender,
  tokenSecret: string,
  forged: (address: string) => void,
): void {
  router.post('/internal/commands', createJsonBodyParser(LARGEST), async (request: Request, response: Response) => {
    if (!isInternalAuthorization(tokenSecret, request.get('Authorization'))) {
      forged(networkOfClient(request))
      return sendProblem(response, reject('unauthenticated', msg`Only WasteSense itself may call this.`))
    }
    const parsed = InternalRequest.safeParse(request.body)
    if (!parsed.success) return sendProblem(response, rejectInvalidFields(parsed.error))
    await send(parsed.data.commandId, parsed.data.command)
    response.json({ accepted: true })
  })
}
