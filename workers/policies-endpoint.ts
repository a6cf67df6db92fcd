/** HTTP endpoint through which other processes read the events that policies have quarantined. */

import type { Router } from 'express'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { PoliciesState } from '#contract/views.ts'
import { isInternalAuthorization } from '#platform/auth/internal.ts'
import { sendProblem } from '#platform/http/problems.ts'
import type { Workers } from './app.ts'

export const policiesStateOf = ({ policies }: Pick<Workers, 'policies'>): PoliciesState => {
  const { reading, setAside } = policies()
  return { reading, setAside: setAside.map((entry) => ({ ...entry, position: String(entry.position) })) }
}

export function mountPolicyState(router: Router, workers: Pick<Workers, 'policies'>, tokenSecret: string): void {
  router.get('/internal/policies', (request, response) => {
    if (!isInternalAuthorization(tokenSecret, request.get('Authorization')))
      return sendProblem(response, reject('unauthenticated', msg`Only WasteSense itself may call this.`))
    response.set('Cache-Control', 'no-store').json(policiesStateOf(workers))
  })
}
