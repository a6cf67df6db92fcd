/** Tells whether a Docker engine answers, so that tests start containers only where they can. */

import { type RequestOptions, request } from 'node:http'

const PATIENCE_MS = 3000

/** Pings the engine named by DOCKER_HOST, or the usual socket; false when nothing sensible comes back within three seconds. */
export function dockerAnswers(): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ ...engine(), path: '/_ping', signal: AbortSignal.timeout(PATIENCE_MS) }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    // No socket, a refused connection or silence all mean the same to the caller: no engine.
    ping.on('error', () => resolve(false))
    ping.end()
  })
}

function engine(): RequestOptions {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock'
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) }
  const url = new URL(host)
  return { host: url.hostname, port: url.port || '2375' }
}
